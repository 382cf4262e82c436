# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# Read by test_golden.sh and update.sh, which set QKV: the golden frames. Every stop of the fixture
# lesson without colour; and in the 256 colours of the dark theme one frame for each rule it shows.
golden=tests/panels/golden

# golden_list: their names, one a line.
golden_list() {
    cat <<'END'
fixture-80x24
fixture-120x36
step
edit
question
exercise
END
}

# golden_frame ARGUMENT...: a frame of lesson 1 in colour.
golden_frame() {
    TERM=xterm-256color COLORTERM= "$QKV" show lessons/01-worked-example.md --color always --theme dark \
        --size 80x24 "$@"
}

# golden_show NAME: what the program shows under that name.
golden_show() {
    case $1 in
    step) # the present term is framed in both operands and in the arithmetic; no later number shows
        golden_frame --at 'page 4' -c 'goto scores row 1 col 2 term 2' ;;
    edit) # what an edit moved, with the old and the new rows
        golden_frame -c 'W_q[1,2] = 0.2' ;;
    question) # an open question hides what would answer it
        golden_frame --at 'page 4' -c run ;;
    exercise) # what may be edited, the goal and what leads to it are lit
        golden_frame --at 'page 8' -c run -c skip -c run -c skip -c run ;;
    *)
        "$QKV" show "tests/lessons/${1%-*}.md" --stops --color never --theme dark --size "${1##*-}" ;;
    esac
}
