_qkv() {
    local IFS=$'\n' cur=${COMP_WORDS[COMP_CWORD]}
    COMPREPLY=($(qkv manual words -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f 1))
    [ ${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- "$cur"))
}
complete -o filenames -F _qkv qkv
