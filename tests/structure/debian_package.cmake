# SPDX-License-Identifier: Apache-2.0
# The package for Debian holds what it should, names the libraries it needs, and its program runs where it is unpacked.
include(${FLAGS})
include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)
find_program(DPKG_DEB dpkg-deb)
find_program(SHLIBDEPS dpkg-shlibdeps)
find_program(FILE file)
if(NOT DPKG_DEB OR NOT SHLIBDEPS OR NOT FILE OR NOT BUILD_TYPE STREQUAL "Release")
  message(STATUS "no dpkg-dev, no file, or no Release: its test skipped")
  return()
endif()
set(folder ${BUILD_DIR}/tests/structure/debian)
function(expect pattern)
  if(NOT output MATCHES "${pattern}")
    message(FATAL_ERROR "the package lacks ${pattern}:\n${output}")
  endif()
endfunction()

file(REMOVE_RECURSE ${folder})
run(${CMAKE_CPACK_COMMAND} -G DEB --config ${BUILD_DIR}/CPackConfig.cmake -B ${folder}
    -D CPACK_DEBIAN_COMPRESSION_TYPE=gzip)
file(GLOB package ${folder}/*.deb)
run(${DPKG_DEB} --field ${package})
foreach(field IN ITEMS "Package: cutline" "Version: ${VERSION}" "Depends: [^\n]*libfmt" "Depends: [^\n]*libtbb"
        "Description: layout and wire cost" "Suggests: [^\n]*libfmt-dev")
  expect("${field}")
endforeach()
run(${DPKG_DEB} --contents ${package})
foreach(file IN ITEMS usr/bin/cutline usr/include/cutline/spec/spec.hpp cmake/cutline/cutline-config.cmake
        pkgconfig/cutline.pc usr/share/cutline/gallery/first.yaml doc/cutline/copyright doc/cutline/changelog.gz)
  expect("${file}\n")
endforeach()
run(${DPKG_DEB} --extract ${package} ${folder}/root)
run(${CMAKE_COMMAND} -E env LD_LIBRARY_PATH=${folder}/root/usr/lib ${folder}/root/usr/bin/cutline compare
    ${folder}/root/usr/share/cutline/gallery/first.yaml)
expect("Under linear wire delay mesh wins")
