#compdef qkv
local -a found
found=(${(f)"$(qkv manual words -- "${(@)words[2,CURRENT]}" 2>/dev/null | tr '\t' :)"})
(( $#found )) && _describe word found || _files
