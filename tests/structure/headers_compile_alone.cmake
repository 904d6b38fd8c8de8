# SPDX-License-Identifier: Apache-2.0
# Each header that a user includes compiles alone. Those of detail/ are no promise, and compile with the ones that need
# them.
include(${FLAGS})
file(GLOB_RECURSE headers ${SOURCE_DIR}/include/*.hpp)
list(FILTER headers EXCLUDE REGEX "/detail/")
if(NOT headers)
  message(FATAL_ERROR "there are no headers under ${SOURCE_DIR}/include")
endif()
foreach(header IN LISTS headers)
  execute_process(COMMAND ${COMPILER} -std=c++20 -fsyntax-only ${INCLUDES} -include ${header} -x c++ /dev/null
                  RESULT_VARIABLE failed ERROR_VARIABLE errors)
  if(failed)
    message(SEND_ERROR "${header} does not compile alone:\n${errors}")
  endif()
endforeach()
list(LENGTH headers count)
message(STATUS "${count} headers")
