# Completion of escarole for bash: source <(escarole completion bash)
_escarole() {
  local word i first
  local -a words=() answer=()
  COMPREPLY=()
  # What was typed, with the parts together that bash cuts at = and :
  for ((i = 1; i <= COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    if ((${#words[@]} > 0)) && { [[ $word == [=:]* ]] || [[ ${words[-1]} == *[=:] ]]; }; then
      words[-1]+=$word
    else
      words+=("$word")
    fi
  done
  while IFS= read -r word; do answer+=("$word"); done < <(
    "$1" completion --answer -- "${words[@]}" </dev/null 2>/dev/null
  )
  ((${#answer[@]} > 0)) || return 0
  first=${answer[0]}
  for word in "${answer[@]:1}"; do
    # Bash replaces only what stands behind the last = or :
    [[ ${words[-1]} == *[=:]* ]] && word=${word#"${words[-1]%"${words[-1]##*[=:]}"}"}
    COMPREPLY+=("$word")
  done
  if [[ $first == :files || $first == :dirs ]]; then
    compopt -o filenames 2>/dev/null
    local kind=-f
    [[ $first == :dirs ]] && kind=-d
    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(
      compgen $kind -- "${words[-1]##*[=:]}"
    )
  fi
  if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]]; then
    compopt -o nospace 2>/dev/null
  fi
}
complete -F _escarole escarole
