#compdef cutline
# SPDX-License-Identifier: Apache-2.0
# Completes words of cutline in zsh. For this shell alone:
#   source <(cutline completion zsh)
# For every one from now on, in a folder of $fpath:
#   cutline completion zsh -o ~/.zfunc/_cutline

_cutline() {
  local line endings wants_files=''
  local -a lines typed values shown
  local -a end=()
  typed=("${(@Q)words}")
  typed[1]=${typed[1]/#\~/$HOME}
  typed[CURRENT]=${typed[CURRENT]#[\'\"]}
  lines=("${(@f)$("$typed[1]" __complete $((CURRENT - 1)) "${(@)typed}" 2>/dev/null)}")
  for line in $lines; do
    case $line in
      *$'\t'*)
        values+=("${line%%$'\t'*}")
        shown+=("${${line/$'\t'/  -- }%  -- }")
        ;;
      :open) end=(-S '') ;;
      :files*)
        wants_files=1
        endings=${${line#:files}# }
        ;;
    esac
  done
  (( $#values )) && compadd -l -d shown "${(@)end}" -a values
  if [[ -n $wants_files ]]; then
    compset -P '--*='
    if [[ -n $endings ]]; then
      _files -g "*.(${endings// /|})"
    else
      _files
    fi
  fi
}

if [[ ${funcstack[1]} == _cutline ]]; then
  _cutline "$@"
else
  compdef _cutline cutline
fi
