# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# C without its comments and without the text of its strings and characters, a line for a line, so
# that a check can look for words and see only code. What an #include names is kept. Read before a
# check (`awk -f strip.awk -f CHECK FILE...`), it leaves the check
# such lines, and in `whole` each as it stands.
function stripped(line,    out, end) {
    if (!comment && line ~ /^[ \t]*#[ \t]*include/) {
        sub(/\/\*.*$|\/\/.*$/, "", line)
        return line
    }
    while (line != "") {
        if (comment) {
            end = index(line, "*/")
            if (end == 0)
                break
            line = substr(line, end + 2)
            comment = 0
            out = out " "
        } else if (match(line, /^"([^"\\]|\\.)*"/)) {
            out = out "\"\""
            line = substr(line, RLENGTH + 1)
        } else if (match(line, /^'([^'\\]|\\.)*'/)) {
            out = out "' '"
            line = substr(line, RLENGTH + 1)
        } else if (line ~ /^\/\//) {
            break
        } else if (line ~ /^\/\*/) {
            comment = 1
            line = substr(line, 3)
        } else if (match(line, /^[^"'\/]+/)) {
            out = out substr(line, 1, RLENGTH)
            line = substr(line, RLENGTH + 1)
        } else {
            out = out substr(line, 1, 1)
            line = substr(line, 2)
        }
    }
    sub(/[ \t]+$/, "", out)
    return out
}

FNR == 1 { comment = 0 }
{ whole = $0; $0 = stripped($0) }
