# SPDX-License-Identifier: Apache-2.0
# Writes the texts of files into one C++ file, so that the report needs none of them when it is made.
# Usage: cmake -DOUTPUT=FILE -DASSETS=NAME=FILE;NAME=FILE... -P embed.cmake
set(cpp "// Generated from the files that it holds.\n#include \"output/report/section.hpp\"\n\nnamespace cutline::report {\n\n")
foreach(asset IN LISTS ASSETS)
  string(REGEX MATCH "^([^=]+)=(.+)$" asset "${asset}")
  set(name ${CMAKE_MATCH_1})
  file(READ ${CMAKE_MATCH_2} text)
  string(FIND "${text}" ")asset\"" end)
  if(NOT end EQUAL -1)
    message(FATAL_ERROR "${CMAKE_MATCH_2} holds what ends a literal")
  endif()
  string(APPEND cpp "const std::string_view ${name} = R\"asset(${text})asset\";\n\n")
endforeach()
file(WRITE ${OUTPUT} "${cpp}}  // namespace cutline::report\n")
