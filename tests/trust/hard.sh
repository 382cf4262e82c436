#!/bin/sh
# The whole form of every test of faults: at most fifteen minutes on two cores, or an hour with SOAK set,
# when what is only sampled else is tried whole. `make hard` and `make soak` build what is needed and run
# this from the top of the tree, with QKV, RUNNER and SANITIZED the program and the two runners, CC, MAKE
# and PYTHON. As many rows run at a time as there are cores, the longest first; each prints what it took
# of a processor's time and of the clock, and what it found.
#
#     hard.sh          every row
#     hard.sh ROW…     these
set -u
log=${LOGS:-build/hard}
mkdir -p "$log"
export QKV_HARD=1
[ -n "${SOAK:-}" ] && export QKV_SOAK=1

# many HARD SOAK: how many of something.
many() {
    if [ -n "${SOAK:-}" ]; then echo "$2"; else echo "$1"; fi
}

# What each row runs. A row that asks for what is not there says so and passes.
row() {
    case $1 in
    fuzz) tests/trust/fuzz.sh "$(many 1000000 5000000)" ;;
    memory) "$RUNNER" trust_memory ;;
    numbers) "$RUNNER" trust_numbers ;;
    static) tests/trust/static.sh ;;
    cuts) "$RUNNER" trust_cuts && "$SANITIZED" trust_cuts ;;
    text) "$RUNNER" trust_text trust_screen && tests/trust/test_text.sh ;;
    keys) QKV_KEYS=$(many 1000000 5000000) QKV_TERMINAL_KEYS=600 "$SANITIZED" screen_stress ;;
    terminal-keys) QKV_KEYS=600 QKV_TERMINAL_KEYS=$(many 100000 500000) "$RUNNER" screen_stress ;;
    sizes)
        [ -z "${SOAK:-}" ] || export QKV_EVERY_SIZE=1
        QKV_SIZES=512 QKV_RESIZES=$(many 10000 50000) "$RUNNER" screen_sizes
        ;;
    libraries) tests/trust/test_libraries.sh ;;
    builds) tests/play/test_builds.sh ;;
    files) tests/trust/test_files.sh ;;
    strange) tests/trust/test_strange.sh ;;
    breaks) QKV_BREAKS=$(many 20 all) tests/play/test_breaks.sh ;;
    storm) QKV_STORM=$(many 20000 250000) "$RUNNER" panels_storm ;;
    edits) QKV_EDITS=$(many 10000 100000) "$RUNNER" notebook_renew notebook_sequences ;;
    derivatives) QKV_DERIVATIVES=$(many 1000 10000) "$RUNNER" operators_derivatives ;;
    leaving) tests/trust/test_leaving.sh ;;
    stranger) tests/trust/test_stranger.sh ;;
    *) echo "there is no row $1" && return 1 ;;
    esac
}
rows="fuzz memory numbers static cuts text keys terminal-keys sizes libraries builds files strange breaks edits
derivatives storm leaving stranger"

# seconds TIMES: what the shell's `times` says of all that it has waited for, in seconds.
seconds() {
    tr 'ms' '  ' <"$1" | awk 'END { printf "%.0f", 60 * $1 + $2 + 60 * $3 + $4 }'
}

# A row in a folder of its own, as every test has.
run() {
    begun=$(date +%s)
    scratch=$(mktemp -d)
    if TMPDIR=$scratch XDG_STATE_HOME=$scratch/state XDG_DATA_HOME=$scratch/data \
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
rm -f "$log"/*.cost
begun=$(date +%s)
# shellcheck disable=SC2086 # the rows are words
printf '%s\n' ${*:-$rows} | xargs -n 1 -P "$(nproc 2>/dev/null || echo 2)" "$0" --row
status=$?
cat "$log"/*.cost | awk -v clock=$(($(date +%s) - begun)) '
    { failed += $1 != "passed"; spent += $2 }
    END { printf "%d rows, %d failed: %d s of a processor in %d s\n", NR, failed, spent, clock }'
exit $status
