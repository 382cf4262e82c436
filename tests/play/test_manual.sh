#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# The manual: all rows are in it, man shows it without a warning, and shells complete from it.
set -u
failed=0
fail() {
    echo "$*"
    failed=1
}

for form in man bash zsh fish; do
    "$QKV" manual $form >"$TMPDIR/$form" || fail "no manual for $form"
done
"$QKV" manual csh 2>"$TMPDIR/err" && fail "a manual for csh"
grep -q 'say man, bash, zsh or fish' "$TMPDIR/err" || fail "csh: $(cat "$TMPDIR/err")"

# What help lists, by its first word, the manual has, and is offered to the shells.
offered() {
    "$QKV" manual words -- "$@" | cut -f 1 | grep -q -x -- "$want" || fail "words: $want is not offered for $*"
}
"$QKV" help | sed -n 's/^  \(-., \)\{0,1\}\(--[a-z-]*\).*/\2/p' >"$TMPDIR/options"
[ -s "$TMPDIR/options" ] || fail "help lists no options"
while read -r want; do
    sed 's/\\-/-/g' "$TMPDIR/man" | grep -q -- "$want" || fail "man: no $want"
    offered play -
done <"$TMPDIR/options"
for want in next goto softmax topk formulas; do
    grep -q "^.*fB$want" "$TMPDIR/man" || grep -q "SS \"\{0,1\}$want" "$TMPDIR/man" || fail "man: no $want"
    offered help ''
done
want=light offered play --theme l
want=play offered pl
[ -z "$("$QKV" manual words -- check --against READ)" ] || fail "words: something for a file's name"
[ -z "$("$QKV" manual words -- play 1 nothing)" ] || fail "words: something for nothing"

# No line is wider than the terminal, in UTF-8 and in ASCII; no head is there twice; nothing is warned of.
if command -v man >/dev/null && command -v groff >/dev/null; then
    for locale in C.UTF-8 C; do
        LC_ALL=$locale MANWIDTH=80 man -l --warnings=all "$TMPDIR/man" >"$TMPDIR/page" 2>"$TMPDIR/err"
        [ -s "$TMPDIR/err" ] && fail "man, $locale: $(head -n 3 "$TMPDIR/err")"
        "$PYTHON" - "$TMPDIR/page" <<'END' || fail "man, $locale: see above"
import sys

lines = open(sys.argv[1], encoding="utf-8").read().split("\n")
assert not any(line.endswith(("\u2010", "cal/share")) for line in lines), "a word is broken"
wide = [line for line in lines if len(line) > 80]
assert not wide, f"{len(wide)} lines are wider than 80 columns: {wide[0]!r}"
heads = [line for line in lines if line[:1].isupper() and line == line.strip() and "QKV(1)" not in line]
texts = {line.strip() for line in heads}
assert len(texts) == len(heads) > 12, f"heads: {sorted(heads)}"
for head in ("NAME", "SYNOPSIS", "EXAMPLES", "OPTIONS", "FILES", "ENVIRONMENT", "EXIT STATUS", "BUGS", "AUTHORS",
             "SEE ALSO"):
    assert head in texts, f"no {head}"
END
    done
    grep -q 'EXIT STATUS' "$TMPDIR/page" || fail "man: no page"
    grep -F -e '\-' "$TMPDIR/page" && fail "man: a sign of its source is shown"
else
    echo "man is not here: its page was not shown"
fi
repeated=$(sed -n 's/^\.S[SH] *"\{0,1\}\([^":]*\).*/\1/p' "$TMPDIR/man" | grep -vx keys | sort | uniq -d)
[ -z "$repeated" ] || fail "man: heads that are there twice: $repeated"
grep -q '^\.TH QKV 1 "20[0-9][0-9]-[01][0-9]-[0-3][0-9]" "qkv [0-9][0-9.]*" ' "$TMPDIR/man" ||
    fail "man: no date: $(grep '^\.TH' "$TMPDIR/man")"
for name in PAGER COLUMNS COLORFGBG XDG_STATE_HOME LANG --force /qkv/lessons/; do
    sed 's/\\-/-/g; s/\\(ti/~/g' "$TMPDIR/man" | grep -q -e "$name" || fail "man: nothing on $name"
done
grep -q 'this text' "$TMPDIR/man" && fail "man: speaks of itself as of help"

# What the program asks of its environment is told.
for name in $(sed -n 's/.*getenv("\([A-Z_]*\)").*/\1/p' src/*.c src/*/*.c | sort -u | grep -v '^QKV_'); do
    grep -q "^.fB.*$name" "$TMPDIR/man" || fail "man: the environment's $name is not told"
done

# Examples run, but for those that open a screen or need a class.
program=$(realpath "$QKV")
sed -n '/^\.SH EXAMPLES/,/^\.SH OPTIONS/s/^.fB\(qkv .*\).fR$/\1/p' "$TMPDIR/man" |
    sed 's/\\-/-/g; s/\\(aq/'"'"'/g' >"$TMPDIR/lines"
[ "$(wc -l <"$TMPDIR/lines")" -gt 5 ] || fail "man: few examples: $(cat "$TMPDIR/lines")"
mkdir "$TMPDIR/examples"
while read -r line; do
    case $line in
    'qkv 1' | *--watch* | *grade*) continue ;;
    esac
    (cd "$TMPDIR/examples" && qkv() { "$program" "$@"; } && eval "$line") >/dev/null 2>"$TMPDIR/err" </dev/null ||
        fail "man: $line: $(cat "$TMPDIR/err")"
done <"$TMPDIR/lines"

if command -v bash >/dev/null; then
    PATH=$(dirname "$QKV"):$PATH bash -c '
        . "$1"
        try() {
            want=$1
            shift
            COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
            _qkv
            case " ${COMPREPLY[*]} " in
            *" $want "*) ;;
            *) echo "bash: $* offers ${COMPREPLY[*]}, not $want"; exit 1 ;;
            esac
        }
        try play qkv pl
        try 01-worked-example qkv 01
        try 01-worked-example qkv play 01
        try light qkv --theme l
        try numpy qkv values 1 --format n
        try softmax qkv help softm
        try --columns qkv --c
        try fish qkv manual f
        try README.md qkv check --against READ
        try lessons qkv play 1 --models les
        cd "$TMPDIR" && mkdir alone && cp "$0" alone/qkv && PATH=$PWD/alone:$PATH
        case " $(qkv lessons) " in
        *" found. "*) ;;
        *) echo "bash: a qkv without lessons says $(qkv lessons)"; exit 1 ;;
        esac
        touch ada.jsonl
        try ada.jsonl qkv grade mine.md ad
        COMP_WORDS=(qkv play f) COMP_CWORD=2
        _qkv
        case " ${COMPREPLY[*]} " in
        *" found. "*) echo "bash: qkv play offers ${COMPREPLY[*]}"; exit 1 ;;
        esac
    ' "$QKV" "$TMPDIR/bash" || failed=1
fi
if command -v zsh >/dev/null; then
    zsh -n "$TMPDIR/zsh" || fail "zsh cannot read it"
fi
if command -v fish >/dev/null; then
    while read -r want line; do
        offered=$(PATH=$(dirname "$QKV"):$PATH fish -c ". '$TMPDIR/fish'; complete -C 'qkv $line'")
        case " $(echo $offered) " in
        *" $want "*) ;;
        *) fail "fish: $line offers $offered" ;;
        esac
    done <<'EOF'
light --theme l
01-worked-example play 01
README.md check --against READ
fish manual fi
lessons/ play 1 --models les
EOF
    touch "$TMPDIR/ada.jsonl"
    offered=$(PATH=$(dirname "$QKV"):$PATH fish -c ". '$TMPDIR/fish'; cd '$TMPDIR'; complete -C 'qkv grade mine.md ad'")
    [ "$offered" = ada.jsonl ] || fail "fish: grade offers $offered"
    offered=$(PATH=$(dirname "$QKV"):$PATH fish -c ". '$TMPDIR/fish'; complete -C 'qkv manual '")
    [ "$(echo $offered)" = "bash fish man zsh" ] || fail "fish: manual offers $offered"
fi
exit $failed
