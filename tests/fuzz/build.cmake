# SPDX-License-Identifier: Apache-2.0
# Builds the harnesses and collects their seeds: in BUILD_DIR, with PROGRAM for what a program of ours has to write.
# They run for seconds only, so the readers alone are compiled again, without optimising; LIBRARY has all that they call.
find_program(clang clang++)
set(harness ${BUILD_DIR}/try.cpp)
file(WRITE ${harness} "#include <cstdint>\n#include <cstddef>\n"
  "extern \"C\" int LLVMFuzzerTestOneInput(const std::uint8_t*, std::size_t) { return 0; }\n")
if(clang)
  execute_process(COMMAND ${clang} -fsanitize=fuzzer,address,undefined ${harness} -o ${BUILD_DIR}/try
                  RESULT_VARIABLE missing OUTPUT_QUIET ERROR_QUIET)
endif()
if(NOT clang OR missing)
  message("clang's libFuzzer is not installed: tests skipped")
  return()
endif()

function(run)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${SOURCE_DIR} COMMAND_ERROR_IS_FATAL ANY)
endfunction()
run(${CMAKE_COMMAND} --preset fuzz -B ${BUILD_DIR} -DCUTLINE_FUZZ=${LIBRARY} -DCMAKE_CXX_FLAGS_DEBUG=-O0\ -g1)
run(${CMAKE_COMMAND} --build ${BUILD_DIR} --target cutline_harnesses)
run(${SOURCE_DIR}/tests/fuzz/seeds.py ${PROGRAM} ${BUILD_DIR}/fuzzing/seeds)
