# SPDX-License-Identifier: Apache-2.0
# A project of somebody else finds the installed library, builds an example with it and runs it.
include(${FLAGS})
set(consumer ${BUILD_DIR}/tests/structure/consumer)
set(prefix ${consumer}/prefix)
function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE failed OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(failed)
    message(FATAL_ERROR "${ARGV}\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE ${consumer})
run(${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${prefix})
file(WRITE ${consumer}/CMakeLists.txt "
cmake_minimum_required(VERSION 3.25)
project(consumer LANGUAGES CXX)
find_package(cutline REQUIRED)
add_executable(consumer ${SOURCE_DIR}/examples/torus_on_a_chip.cpp)
target_link_libraries(consumer PRIVATE cutline::cutline)
")
run(${CMAKE_COMMAND} -S ${consumer} -B ${consumer}/build -G Ninja -DCMAKE_PREFIX_PATH=${prefix}
    -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_BUILD_TYPE=${BUILD_TYPE} "-DCMAKE_CXX_FLAGS=${CXX_FLAGS}")
run(${CMAKE_COMMAND} --build ${consumer}/build)
run(${consumer}/build/consumer)
if(NOT output MATCHES "no rule is broken")
  message(FATAL_ERROR "the example says:\n${output}")
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
