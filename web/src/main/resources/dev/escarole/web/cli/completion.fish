# Completion of escarole for fish: escarole completion fish | source
function __escarole_answer
    set -l typed (commandline -opc)
    set -l current (commandline -ct)
    set -l answer ($typed[1] completion --answer -- $typed[2..-1] "$current" </dev/null 2>/dev/null)
    if test (count $answer) -gt 1
        printf '%s\n' $answer[2..-1]
    end
    switch "$answer[1]"
        case :files
            __fish_complete_path "$current"
        case :dirs
            __fish_complete_directories "$current"
    end
end
complete -c escarole -f -a '(__escarole_answer)'
