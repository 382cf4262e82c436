# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# One line a function definition: FILE LINE NAME LENGTH PARAMETERS. Reads files as strip.awk leaves
# them, laid out as .clang-format says: a definition begins in the first column, and so does
# the brace that closes it. Tables have a `=` before their brace and are no functions.

# How many parameters stand between the outermost brackets.
function parameters(text,    i, c, depth, count, list) {
    list = substr(text, index(text, "("))
    count = 1
    for (i = 1; i <= length(list); i++) {
        c = substr(list, i, 1)
        if (c == "(")
            depth++
        else if (c == ")" && --depth == 0)
            break
        else if (c == "," && depth == 1)
            count++
    }
    return substr(list, 2, i - 2) ~ /^[ \t]*(void)?[ \t]*$/ ? 0 : count
}

# The word before the first bracket.
function name_of(text) {
    sub(/[ \t]*\(.*$/, "", text)
    sub(/^.*[^A-Za-z0-9_]/, "", text)
    return text
}

FNR == 1 { head = inside = macro = "" }

macro { macro = /\\$/; next }
/^#/ { macro = /\\$/; next }

inside {
    if (/^}/) {
        if (inside == "function")
            print FILENAME, start, name, FNR - start + 1, count
        inside = ""
    }
    next
}

/^[A-Za-z_]/ && head == "" { start = FNR }
head != "" || /^[A-Za-z_]/ { head = head " " $0 }

head != "" && /{$/ {
    before = head
    sub(/{$/, "", before)
    if (before ~ /\(/ && before !~ /=/) {
        inside = "function"
        name = name_of(substr(before, 2))
        count = parameters(before)
    } else
        inside = "table"
    head = ""
    next
}
head != "" && /[;}]$/ { head = "" }
