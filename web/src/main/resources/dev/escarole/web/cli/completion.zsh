#compdef escarole
# Completion of escarole for zsh: source <(escarole completion zsh)
_escarole() {
  local -a answer
  answer=("${(@f)$("${(Q)words[1]}" completion --answer -- "${(@Q)words[2,CURRENT]}" </dev/null 2>/dev/null)}")
  local -a plain unfinished
  plain=("${(@)answer[2,-1]:#*=}")
  unfinished=("${(@M)answer[2,-1]:#*=}")
  (( ${#plain} )) && compadd -- "${(@)plain}"
  (( ${#unfinished} )) && compadd -S '' -- "${(@)unfinished}"
  case $answer[1] in
    :files) _files ;;
    :dirs) _files -/ ;;
  esac
}
if [[ $funcstack[1] == _escarole ]]; then
  _escarole "$@"
else
  compdef _escarole escarole
fi
