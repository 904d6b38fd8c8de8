# SPDX-License-Identifier: Apache-2.0
# A project of somebody else finds the installed library, builds an example with it and runs it.
include(${FLAGS})
include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)
set(consumer ${BUILD_DIR}/tests/structure/consumer)
set(prefix ${consumer}/prefix)

file(REMOVE_RECURSE ${consumer})
run(${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${prefix})
file(WRITE ${consumer}/CMakeLists.txt "
cmake_minimum_required(VERSION 3.25)
project(consumer LANGUAGES CXX)
find_package(cutline ${VERSION} REQUIRED)
add_executable(consumer ${SOURCE_DIR}/examples/torus_on_a_chip.cpp)
target_link_libraries(consumer PRIVATE cutline::cutline)
find_package(Boost REQUIRED)
add_executable(boost_graph ${SOURCE_DIR}/examples/boost_graph.cpp)
target_link_libraries(boost_graph PRIVATE cutline::cutline Boost::headers)
")
run(${CMAKE_COMMAND} -S ${consumer} -B ${consumer}/build -G Ninja -DCMAKE_PREFIX_PATH=${prefix}
    -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_BUILD_TYPE=${BUILD_TYPE} "-DCMAKE_CXX_FLAGS=${CXX_FLAGS}")
run(${CMAKE_COMMAND} --build ${consumer}/build)
run(${consumer}/build/consumer)
if(NOT output MATCHES "no rule is broken")
  message(FATAL_ERROR "the example says:\n${output}")
endif()
run(${consumer}/build/boost_graph)
if(NOT output MATCHES "is a 4 x 4 torus")
  message(FATAL_ERROR "the example of Boost says:\n${output}")
endif()

# Another version is not taken for this one.
file(WRITE ${consumer}/later/CMakeLists.txt "
cmake_minimum_required(VERSION 3.25)
project(later LANGUAGES CXX)
find_package(cutline 99.0 REQUIRED)
")
execute_process(COMMAND ${CMAKE_COMMAND} -S ${consumer}/later -B ${consumer}/later/build -G Ninja
  -DCMAKE_PREFIX_PATH=${prefix} -DCMAKE_CXX_COMPILER=${COMPILER} RESULT_VARIABLE failed OUTPUT_QUIET ERROR_VARIABLE output)
if(NOT failed OR NOT output MATCHES "requested[ \n]+version")
  message(FATAL_ERROR "version 99 of the library was found:\n${output}")
endif()

# The same without CMake, from a folder that has been moved.
find_program(PKG_CONFIG pkg-config)
if(PKG_CONFIG)
  file(RENAME ${prefix} ${consumer}/moved)
  file(GLOB_RECURSE pc ${consumer}/moved/*/cutline.pc)
  get_filename_component(folder ${pc} DIRECTORY)
  set(ENV{PKG_CONFIG_PATH} ${folder})
  run(${PKG_CONFIG} --cflags --libs cutline)
  separate_arguments(flags UNIX_COMMAND "${CXX_FLAGS} ${output}")
  run(${COMPILER} -std=c++20 -o ${consumer}/by_pkg_config ${SOURCE_DIR}/examples/torus_on_a_chip.cpp ${flags})
  run(${CMAKE_COMMAND} -E env LD_LIBRARY_PATH=${folder}/.. ${consumer}/by_pkg_config)
  if(NOT output MATCHES "no rule is broken")
    message(FATAL_ERROR "the example built by pkg-config says:\n${output}")
  endif()
  file(RENAME ${consumer}/moved ${prefix})
else()
  message(STATUS "pkg-config is not installed: its test skipped")
endif()

# A family of the user's own, built against the installed library.
run(${CMAKE_COMMAND} -S ${SOURCE_DIR}/examples/own_family -B ${consumer}/own_family -G Ninja
    -DCMAKE_PREFIX_PATH=${prefix} -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_BUILD_TYPE=${BUILD_TYPE}
    "-DCMAKE_CXX_FLAGS=${CXX_FLAGS}")
run(${CMAKE_COMMAND} --build ${consumer}/own_family)
run(${consumer}/own_family/own_family ${SOURCE_DIR}/examples/own_family/compare.yaml)
if(NOT output MATCHES "chordal +[0-9]")
  message(FATAL_ERROR "the ranking has no chordal ring:\n${output}")
endif()

run(${prefix}/bin/cutline --version)
foreach(file IN ITEMS cutline/gallery/first.yaml cutline/cutline.schema.json man/man1/cutline.1
        bash-completion/completions/cutline zsh/site-functions/_cutline fish/vendor_completions.d/cutline.fish)
  if(NOT EXISTS ${prefix}/share/${file})
    message(FATAL_ERROR "share/${file} is not installed")
  endif()
endforeach()
