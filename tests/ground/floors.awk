# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# The rules for the files of src, read as strip.awk leaves them: prints FILE:LINE: what is broken.
# -v floors="the floors, from the ground up"
BEGIN {
    count = split(floors, names, " ")
    for (i = 1; i <= count; i++)
        level[names[i]] = i

    owner["md4c"] = "src/lesson/markdown.c"
    owner["readline"] = "src/terminal/prompt.c"
    owner["curses"] = "src/terminal/tty.c"
    owner["jansson"] = "src/files/json.h"
    owner["zip"] = "src/files/npz.c"
    owner["pcre2"] = "src/operators/bpe.c"

    memory = "malloc calloc realloc free strdup strndup"
    banned = "strcpy strcat sprintf vsprintf strtof strtold atof alloca system popen gets"
}

# What this file may not call.
FNR == 1 {
    split(FILENAME, parts, "/")
    main = FILENAME ~ /^src\/main\.[ch]$/
    own = main ? count + 1 : level[parts[2]]
    split("", reason)
    if (!main)
        forbid("exit abort _Exit quick_exit", "is main's alone")
    if (FILENAME != "src/base/memory.c" && FILENAME != "src/terminal/prompt.c")
        forbid(memory, "belongs to src/base/memory.c")
    forbid(banned, "is banned")
    if (FILENAME != "src/base/number.c")
        forbid("strtod", "obeys the locale; src/base/number.c reads numbers")
    if (!main && parts[2] != "terminal")
        forbid("printf vprintf puts putchar", "writes to standard output")
    if (parts[2] != "base")
        forbid("snprintf vsnprintf", "belongs to src/base")
}

function forbid(words, why,    list, n, i) {
    n = split(words, list, " ")
    for (i = 1; i <= n; i++)
        reason[list[i]] = why
}

function report(text) {
    print FILENAME ":" FNR ": " text
}

/^[ \t]*#[ \t]*include/ {
    match($0, /["<][^">]*[">]/)
    header = substr($0, RSTART + 1, RLENGTH - 2)
    quoted = substr($0, RSTART, 1) == "\""
    for (library in owner) {
        if (header ~ ("(^|/)n?" library "w?(/|[.]h$)") && FILENAME != owner[library])
            report("only " owner[library] " includes " library)
    }
    if (quoted) {
        split(header, path, "/")
        if (!(path[1] in level) || header !~ /\//)
            report("\"" header "\" does not say its floor")
        else if (level[path[1]] > own)
            report("includes the higher floor " path[1])
    }
    next
}

# Calls: a word before a bracket, unless it is a member.
{
    line = $0
    while (match(line, /[A-Za-z_][A-Za-z0-9_]*[ \t]*\(/)) {
        before = substr(line, 1, RSTART - 1)
        word = substr(line, RSTART, RLENGTH)
        sub(/[ \t]*\($/, "", word)
        if (word in reason && before !~ /([.]|->)$/)
            report(word " " reason[word])
        line = substr(line, RSTART + RLENGTH)
    }
}

!main && parts[2] != "terminal" && /(^|[^A-Za-z0-9_])stdout([^A-Za-z0-9_]|$)/ {
    report("stdout writes to standard output")
}
