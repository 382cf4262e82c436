function __qkv_words
    set -l found (qkv manual words -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)
    set -q found[1]; and printf '%s\n' $found; or __fish_complete_path (commandline -ct)
end
complete -c qkv -f -a '(__qkv_words)'
