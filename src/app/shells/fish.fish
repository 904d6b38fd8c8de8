# SPDX-License-Identifier: Apache-2.0
# Completes words of cutline in fish. For this shell alone:
#   cutline completion fish | source
# For every one from now on:
#   cutline completion fish -o ~/.config/fish/completions/cutline.fish

function __cutline_complete
    set -l typed (commandline -opc)
    set -l word (commandline -ct)
    set -l value (string replace -r -- '^--[^=]*=' '' "$word")
    set -l before (string match -r -- '^--[^=]*=' "$word")
    for line in ($typed[1] __complete (count $typed) $typed "$word" 2>/dev/null)
        switch $line
            case ':files*'
                set -l endings (string split -n -- ' ' (string replace -- ':files' '' $line))
                for path in (__fish_complete_path "$value")
                    set -l file (string split -f 1 -- \t $path)
                    set -l wanted (test (count $endings) -eq 0; and echo 1)
                    for ending in $endings
                        string match -q -- "*.$ending" $file; and set wanted 1
                    end
                    if test -n "$wanted"; or string match -q '*/' -- $file
                        echo "$before$path"
                    end
                end
            case ':open'
            case '*'
                echo $line
        end
    end
end
complete -c cutline -f -a '(__cutline_complete)'
