# SPDX-License-Identifier: Apache-2.0
# What `cpack -G DEB` (or TGZ) packs: all that is installed, under /usr.
set(CPACK_PACKAGE_CONTACT "Cutline maintainers <maintainers@cutline.example>" CACHE STRING "Who answers for a package")
string(TOLOWER ${PROJECT_NAME} CPACK_PACKAGE_NAME)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "layout and wire cost of interconnection networks")
set(CPACK_PACKAGE_DESCRIPTION
"Cutline compares interconnection networks of chips and machines: meshes, tori,
hypercubes, fat trees, dragonflies and graphs of your own. It places every
candidate on a grid, routes all its wires on tracks, proves and measures the
layout, gives each the same wiring budget, turns wire lengths into delays, and
says who wins and why.

The package holds the program, its C++ library and a collection of specs.")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_GENERATOR TGZ)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
# For programs that are linked with the library; two of its headers are for users of Boost.Graph and of CGAL.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "libfmt-dev, libboost-dev, libcgal-dev")
if(BUILD_SHARED_LIBS)
  set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR})
  file(WRITE ${PROJECT_BINARY_DIR}/package/triggers "activate-noawait ldconfig\n")
  set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${PROJECT_BINARY_DIR}/package/triggers)
else()
  string(APPEND CPACK_DEBIAN_PACKAGE_SUGGESTS ", libyaml-cpp-dev, libtbb-dev, libexpat1-dev, zlib1g-dev, libssl-dev, libmetis-dev")
endif()
if(TARGET cutline_python)
  set(CPACK_DEBIAN_PACKAGE_RECOMMENDS ${cutline_python_packages})
  string(APPEND CPACK_PACKAGE_DESCRIPTION "\n\nIt also holds the Python module of the same name.")
endif()

# Debian's two documents: who may do what with the package, and what has changed.
set(package_documents ${CMAKE_CURRENT_BINARY_DIR}/package)
set(copyright "Cutline ${PROJECT_VERSION}: ${PROJECT_DESCRIPTION}

Copyright 2026 the authors of Cutline

Licensed under the Apache License, Version 2.0. On Debian systems its text is in
/usr/share/common-licenses/Apache-2.0.
")
string(APPEND copyright "
It holds code of Eigen and Spectra, unchanged, under the Mozilla Public License 2.0. On Debian systems the licence is in
/usr/share/common-licenses/MPL-2.0, and the sources are in the packages libeigen3-dev and libspectra-dev.
It holds code of CGAL, unchanged, under the GNU Lesser General Public License 3 or later. On Debian systems the licences
are in /usr/share/common-licenses/LGPL-3 and GPL-3, and the sources are in the package libcgal-dev.
")
file(GLOB licences ${PROJECT_SOURCE_DIR}/third_party/*/LICENSE*)
foreach(file IN LISTS licences)
  get_filename_component(name ${file} DIRECTORY)
  get_filename_component(name ${name} NAME)
  file(READ ${file} text)
  string(APPEND copyright "\nIt holds ${name}, under its own licence:\n\n${text}")
endforeach()
file(WRITE ${package_documents}/copyright "${copyright}")
execute_process(COMMAND date -u -R -d ${cutline_date} OUTPUT_VARIABLE date OUTPUT_STRIP_TRAILING_WHITESPACE)
file(WRITE ${package_documents}/changelog "${CPACK_PACKAGE_NAME} (${PROJECT_VERSION}) unstable; urgency=medium

  * What has changed stands in CHANGELOG.md of the sources.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")
# Without the time of day, so that the same sources make the same bytes.
execute_process(COMMAND gzip -9 -n -f ${package_documents}/changelog)
install(FILES ${package_documents}/copyright ${package_documents}/changelog.gz DESTINATION ${CMAKE_INSTALL_DOCDIR})
include(CPack)
