# SPDX-License-Identifier: Apache-2.0
# Completes words of cutline in bash. For this shell alone:
#   source <(cutline completion bash)
# For every one from now on, where bash-completion is installed:
#   cutline completion bash -o ~/.local/share/bash-completion/completions/cutline

_cutline() {
  local words=() last=-1 at=0 i word
  # bash cuts words at = and : too, cutline does not; quotes and backslashes are the shell's, not part of a word.
  for i in "${!COMP_WORDS[@]}"; do
    word=${COMP_WORDS[i]}
    if ((last > 0)) && [[ $word == [=:]* || ${words[last]} == *[=:] ]]; then
      words[last]+=$word
    else
      words[++last]=$word
    fi
    if ((i == COMP_CWORD)); then at=$last; fi
  done
  # Of the word at hand bash keeps what stands before its last piece.
  local piece=${COMP_WORDS[COMP_CWORD]}
  if [[ $piece == [=:]* ]]; then piece=''; fi
  local cut=${words[at]%"$piece"}
  cut=${cut//[\\\'\"]/}
  for i in "${!words[@]}"; do
    word=${words[i]//[\\\'\"]/}
    if [[ $word == '~/'* ]]; then word=$HOME/${word:2}; fi
    words[i]=$word
  done

  local line ending files='' value=${words[at]} before=''
  if [[ $value == --*=* ]]; then
    before=${value%%=*}=
    value=${value#*=}
  fi
  COMPREPLY=()
  while IFS= read -r line; do
    case $line in
      *$'\t'*)
        COMPREPLY+=("${line%%$'\t'*}")
        ;;
      :open)
        compopt -o nospace 2>/dev/null
        ;;
      :files)
        files=1
        mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -P "$before" -f -- "$value")
        ;;
      :files*)
        files=1
        for ending in ${line#:files }; do
          mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -P "$before" -f -X "!*.$ending" -- "$value")
        done
        mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -P "$before" -d -- "$value")
        ;;
    esac
  done < <("${words[0]}" __complete "$at" "${words[@]}" 2>/dev/null)
  COMPREPLY=("${COMPREPLY[@]#"$cut"}")
  # Words of any letters are quoted, and folders end in a slash.
  local IFS=''
  if [[ -n $files || ${COMPREPLY[*]} == *[!A-Za-z0-9_.,+-]* ]]; then compopt -o filenames 2>/dev/null; fi
}
complete -F _cutline cutline
