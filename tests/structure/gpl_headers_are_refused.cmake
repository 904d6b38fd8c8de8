# SPDX-License-Identifier: Apache-2.0
# With the flags of the library, a GPL header of CGAL does not compile and an LGPL header does.
include(${FLAGS})
function(try_header header result errors)
  execute_process(COMMAND ${CMAKE_COMMAND} -E echo "#include <${header}>"
                  COMMAND ${COMPILER} -std=c++20 -fsyntax-only ${DEFINITIONS} ${INCLUDES} -x c++ -
                  RESULT_VARIABLE code ERROR_VARIABLE text)
  set(${result} ${code} PARENT_SCOPE)
  set(${errors} "${text}" PARENT_SCOPE)
endfunction()

try_header(CGAL/hilbert_sort.h failed errors)
if(failed)
  message(FATAL_ERROR "an LGPL header must compile:\n${errors}")
endif()
try_header(CGAL/box_intersection_d.h failed errors)
if(NOT failed)
  message(FATAL_ERROR "a GPL header compiled with the flags of the library")
endif()
if(NOT errors MATCHES "license|GPL")
  message(FATAL_ERROR "the GPL header failed for another reason than its licence:\n${errors}")
endif()
