#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# The whole form of every test of faults: some forty minutes on two cores, or an hour with SOAK set,
# when what is only sampled else is tried whole. `make hard` and `make soak` build what is needed and run
# this from the top of the tree, with QKV, RUNNER and SANITIZED the program and the two runners, CC, MAKE
# and PYTHON. As many rows run at a time as there are cores, the longest first; each prints what it took
# of a processor's time and of the clock, and what it found.
#
#     hard.sh          every row
#     hard.sh ROW…     these; fuzz, cuts, storm: every row that begins so
#
# A soak begins no row after QKV_MINUTES (55), and says in the end which are left.
set -u
log=${LOGS:-build/hard}
mkdir -p "$log"
export QKV_HARD=1
# Where a block was allocated is kept for one frame, not thirty; a finding is run again by hand.
export ASAN_OPTIONS="${ASAN_OPTIONS:-}:malloc_context_size=1"
[ -n "${SOAK:-}" ] && export QKV_SOAK=1

# many HARD SOAK: how many of something.
many() {
    if [ -n "${SOAK:-}" ]; then echo "$2"; else echo "$1"; fi
}

# What each row runs. A row that asks for what is not there says so and passes.
row() {
    case $1 in
    fuzz-*) tests/trust/fuzz.sh "$(many 500000 3000000)" "${1#fuzz-}" ;;
    memory) "$RUNNER" trust_memory ;;
    numbers) "$RUNNER" trust_numbers ;;
    static) tests/trust/static.sh ;;
    spelling) tests/trust/spelling.sh ;;
    cuts) "$RUNNER" trust_cuts ;;
    cuts-sanitized) "$SANITIZED" trust_cuts ;;
    cuts-sanitized-*) QKV_LESSON=${1##*-} "$SANITIZED" trust_cuts ;;
    text) "$RUNNER" trust_text trust_screen && tests/trust/test_text.sh ;;
    keys) QKV_KEYS=$(many 500000 5000000) QKV_TERMINAL_KEYS=600 "$SANITIZED" screen_stress ;;
    terminal-keys)
        export QKV_KEYS=600 QKV_TERMINAL_KEYS="$(many 50000 500000)"
        "$RUNNER" screen_stress && "$SANITIZED" screen_stress
        ;;
    sizes) QKV_SIZES=$(many 128 512) QKV_RESIZES=$(many 4000 50000) "$RUNNER" screen_sizes ;;
    sizes-sanitized) QKV_SIZES=512 QKV_RESIZES=1000 "$SANITIZED" screen_sizes ;;
    libraries) tests/trust/test_libraries.sh ;;
    builds) tests/play/test_builds.sh ;;
    files) tests/trust/test_files.sh ;;
    strange) tests/trust/test_strange.sh ;;
    training) tests/lessons/test_trained.sh ;;
    models) tests/play/test_models.sh ;;
    checkpoints) tests/play/test_checkpoints.sh ;;
    breaks) QKV_BREAKS=$(many 20 all) tests/play/test_breaks.sh ;;
    storm) QKV_STORM=20000 "$RUNNER" panels_storm ;;
    storm-*) QKV_STORM=200000 QKV_SEED=${1#storm-} "$RUNNER" panels_storm ;;
    stops) QKV_STOPS=1 "$RUNNER" panels_stops ;;
    words) QKV_EDITED=$(many 1000 10000) "$RUNNER" panels_edited ;;
    edits) QKV_EDITS=$(many 10000 100000) "$RUNNER" notebook_sequences ;;
    derivatives) QKV_DERIVATIVES=$(many 1000 10000) "$RUNNER" operators_derivatives ;;
    leaving) tests/trust/test_leaving.sh ;;
    stranger) tests/trust/test_stranger.sh ;;
    package) tests/play/test_package.sh ;;
    paper) tests/play/test_paper.sh && tests/play/test_worksheet.sh ;;
    numpy) tests/play/test_numpy.sh ;;
    claims) tests/lessons/test_claims.sh ;;
    writing) tests/play/test_writing.sh ;;
    grade) tests/classroom/test_grade.sh ;;
    written) tests/classroom/test_write.sh ;;
    replay) "$RUNNER" play_replay notebook_own ;;
    frames) "$RUNNER" panels_walk panels_scene panels_verdicts ;; # every lesson in every size, answered in each way
    strict) env -u QKV_HARD "$SANITIZED" ;; # what make test runs, with each string read to its end
    clicker) "$RUNNER" screen_app commands_texts ;; # every lesson with a clicker, and with other sentences
    walks) # what the sanitized pass of make test has of two lessons, or samples, of all
        env -u QKV_HARD QKV_WALK=1 "$SANITIZED" commands_describing commands_looking commands_texts panels_stops \
            panels_verdicts play_replay play_slips trust_memory session_course notebook_explain base_number \
            language_lens language_writer operators_explain panels_edited
        ;;
    release) tests/classroom/test_release.sh ;;
    *) echo "there is no row $1" && return 1 ;;
    esac
}
fuzz="fuzz-lesson fuzz-memory fuzz-keys fuzz-saved fuzz-statement fuzz-text fuzz-csv fuzz-number fuzz-npy
fuzz-npz fuzz-safetensors fuzz-llama fuzz-vocabulary"
others="numbers text words memory builds sizes terminal-keys cuts files stops edits breaks libraries strange derivatives leaving
stranger models checkpoints training package paper numpy claims writing grade written release replay frames clicker strict walks"
if [ -n "${SOAK:-}" ]; then # what an hour is for comes first
    cuts=$(cd lessons && ls ./*.md | sed 's:^./\(..\).*:cuts-sanitized-\1:')
    storms="storm-1 storm-2"
    rows="sizes $storms terminal-keys $cuts $fuzz keys sizes-sanitized static $others"
else
    cuts=cuts-sanitized
    storms=storm
    rows="fuzz-lesson static keys fuzz-memory fuzz-keys cuts-sanitized $fuzz $others storm"
fi

# words ROW…: the groups among them as their rows, each row once.
words() {
    for word; do
        case $word in
        fuzz) echo "$fuzz" ;;
        cuts) echo "cuts $cuts" ;;
        storm) echo "$storms" ;;
        *) echo "$word" ;;
        esac
    done | tr ' ' '\n' | awk '!seen[$0]++'
}

# seconds TIMES: what the shell's `times` says of all that it has waited for, in seconds.
seconds() {
    tr 'ms' '  ' <"$1" | awk 'END { printf "%.0f", 60 * $1 + $2 + 60 * $3 + $4 }'
}

# A row in a folder of its own, as every test has.
run() {
    begun=$(date +%s)
    if [ -n "${SOAK:-}" ] && [ "$begun" -gt "$((BEGUN + ${QKV_MINUTES:-55} * 60))" ]; then
        echo "$1" >"$log/$1.left"
        return 0
    fi
    scratch=$(mktemp -d)
    if TMPDIR=$scratch XDG_STATE_HOME=$scratch/state XDG_DATA_HOME=$scratch/data XDG_CONFIG_HOME=$scratch/config \
        XDG_RUNTIME_DIR=$scratch \
        CK_FORK=yes CK_VERBOSITY=normal CK_TIMEOUT_MULTIPLIER=20 row "$1" >"$log/$1.log" 2>&1; then
        said=passed
    else
        said=FAILED
    fi
    rm -rf "$scratch"
    times >"$log/$1.times"
    cost="$(seconds "$log/$1.times") $(($(date +%s) - begun))"
    echo "$said $cost" >"$log/$1.cost"
    # In one piece: two rows print.
    {
        echo "$1: $said, ${cost% *} s of a processor in ${cost#* } s"
        sed 's/^/    /' "$log/$1.log" | grep -v 'Running suite' | tail -n 20
    } >"$log/$1.said"
    cat "$log/$1.said"
    [ $said = passed ]
}

if [ "${1:-}" = --row ]; then
    run "$2"
    exit
fi
rm -f "$log"/*.cost "$log"/*.left
BEGUN=$(date +%s)
export BEGUN
# shellcheck disable=SC2046,SC2086 # the rows are words
words ${*:-$rows} | xargs -n 1 -P "$(nproc 2>/dev/null || echo 2)" "$0" --row
status=$?
cat "$log"/*.cost 2>/dev/null | awk -v clock=$(($(date +%s) - BEGUN)) '
    { failed += $1 != "passed"; spent += $2 }
    END { printf "%d rows, %d failed: %d s of a processor in %d s\n", NR, failed, spent, clock }'
if ls "$log"/*.left >/dev/null 2>&1; then
    echo "left for another hour: make soak ROWS=\"$(cat "$log"/*.left | tr '\n' ' ')\""
fi
exit $status
