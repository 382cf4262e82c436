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

# What help lists, by its first word, the manual has, and every shell completes it after `help`.
"$QKV" help | sed -n 's/^  \(-., \)\{0,1\}\(--[a-z-]*\).*/\2/p' >"$TMPDIR/options"
[ -s "$TMPDIR/options" ] || fail "help lists no options"
while read -r option; do
    sed 's/\\-/-/g' "$TMPDIR/man" | grep -q -- "$option" || fail "man: no $option"
    for shell in bash zsh; do
        grep -q -- "$option" "$TMPDIR/$shell" || fail "$shell: no $option"
    done
    grep -q -- "-l ${option#--}" "$TMPDIR/fish" || fail "fish: no $option"
done <"$TMPDIR/options"
for word in next goto softmax topk formulas; do
    grep -q "^.*fB$word" "$TMPDIR/man" || grep -q "SS $word" "$TMPDIR/man" || fail "man: no $word"
    for shell in bash zsh fish; do
        grep -q "[ ']$word " "$TMPDIR/$shell" || fail "$shell: no $word"
    done
done

if command -v man >/dev/null && command -v groff >/dev/null; then
    man -l --warnings=all "$TMPDIR/man" >"$TMPDIR/page" 2>"$TMPDIR/err"
    [ -s "$TMPDIR/err" ] && fail "man: $(head -n 3 "$TMPDIR/err")"
    grep -q 'EXIT STATUS' "$TMPDIR/page" || fail "man: no page"
    grep -F -e '\-' "$TMPDIR/page" && fail "man: a sign of its source is shown"
else
    echo "man is not here: its page was not shown"
fi

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
        touch ada.json
        try ada.json qkv grade mine.md ad
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
    touch "$TMPDIR/ada.json"
    offered=$(PATH=$(dirname "$QKV"):$PATH fish -c ". '$TMPDIR/fish'; cd '$TMPDIR'; complete -C 'qkv grade mine.md ad'")
    [ "$offered" = ada.json ] || fail "fish: grade offers $offered"
    offered=$(PATH=$(dirname "$QKV"):$PATH fish -c ". '$TMPDIR/fish'; complete -C 'qkv manual '")
    [ "$(echo $offered)" = "bash fish man zsh" ] || fail "fish: manual offers $offered"
fi
exit $failed
