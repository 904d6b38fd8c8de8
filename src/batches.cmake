# SPDX-License-Identifier: Apache-2.0
# Our files are small: the compiler spends more time on what they include than on them. With CUTLINE_BATCHES those of a
# target are compiled a dozen at a time. The files of a batch share one unnamed namespace, and the files of a catalogue
# define the same names there, so no two that declare a name in common go into the same batch.

# What `file` declares at the beginnings of its lines, by name.
function(cutline_declared names file)
  set(all "")
  file(STRINGS ${file} lines REGEX "^[A-Za-z].*[A-Za-z_0-9]( =$|( = |[({;]| {))")
  foreach(line IN LISTS lines)
    if(line MATCHES "^(using|namespace|extern|return|template|TEST_CASE) ?")
      continue()
    elseif(line MATCHES "^(struct|class|enum class|union) ([A-Za-z_0-9]+)" OR
           line MATCHES "^([^(={;]*[ &*])?([A-Za-z_0-9]+)(\\[[^]]*\\])?(\\(| =$| = |{| {|;)")
      list(APPEND all ${CMAKE_MATCH_2})
    endif()
    if(line MATCHES "^const(expr)? ")  # may declare several
      string(REGEX MATCHALL "k[A-Z][A-Za-z_0-9]*" constants "${line}")
      list(APPEND all ${constants})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES all)
  set(${names} "${all}" PARENT_SCOPE)
endfunction()

function(cutline_batches target)
  set(dozen 12)
  get_target_property(files ${target} SOURCES)
  list(FILTER files INCLUDE REGEX "\\.cpp$")
  list(LENGTH files count)
  math(EXPR last "(${count} - 1) / ${dozen}")
  foreach(batch RANGE ${last})
    set(count_${batch} 0)
  endforeach()
  foreach(file IN LISTS files)
    get_filename_component(path ${file} ABSOLUTE)
    if(NOT EXISTS ${path})
      continue()  # made by the build
    endif()
    cutline_declared(names ${path})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
    # The first with room, since neighbours include the same headers; or else one that is full.
    set(first "")
    foreach(batch RANGE ${last})
      set(shared FALSE)
      foreach(name IN LISTS names)
        if(name IN_LIST names_${batch})
          set(shared TRUE)
          break()
        endif()
      endforeach()
      if(NOT shared AND (first STREQUAL "" OR count_${batch} LESS dozen))
        set(first ${batch})
        if(count_${batch} LESS dozen)
          break()
        endif()
      endif()
    endforeach()
    if(NOT first STREQUAL "")
      set_source_files_properties(${file} PROPERTIES UNITY_GROUP ${first})
      list(APPEND names_${first} ${names})
      math(EXPR count_${first} "${count_${first}} + 1")
    endif()
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  target_precompile_headers(${target} PRIVATE <algorithm> <array> <cmath> <functional> <map> <optional> <string> <variant>
                            <vector> <fmt/format.h> <fmt/ranges.h> <nlohmann/json.hpp>)
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    target_compile_options(${target} PRIVATE --param ggc-min-expand=1000)  # less time for more memory
    # What g++ 12 warns of after inlining is false here, and differs from batch to batch.
    target_compile_options(${target} PRIVATE -Wno-array-bounds -Wno-dangling-pointer -Wno-free-nonheap-object
      -Wno-maybe-uninitialized -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread)
  else()
    target_compile_options(${target} PRIVATE -Wno-shadow)  # of names in the unnamed namespace of another file
  endif()
endfunction()
