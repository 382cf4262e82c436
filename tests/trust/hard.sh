#!/bin/sh
# The whole form of every test of faults: some fifteen minutes on two cores. `make hard` builds what
# is needed and runs this from the top of the tree, with QKV, RUNNER and SANITIZED the program and
# the two runners, CC and PYTHON. Two rows run at a time; each prints what it took and what it found.
#
#     hard.sh          every row
#     hard.sh ROW…     these
set -u
log=${LOGS:-build/hard}
mkdir -p "$log"

# What each row runs. A row that asks for what is not there says so and passes.
row() {
    case $1 in
    memory) QKV_HARD=1 "$RUNNER" trust_memory ;;
    numbers) QKV_HARD=1 "$RUNNER" trust_numbers ;;
    files) QKV_HARD=1 tests/trust/test_files.sh ;;
    text) QKV_HARD=1 "$RUNNER" trust_text trust_screen ;;
    edits) QKV_EDITS=10000 "$RUNNER" notebook_renew notebook_sequences ;;
    derivatives) QKV_DERIVATIVES=1000 "$RUNNER" operators_derivatives ;;
    keys) QKV_KEYS=1000000 QKV_TERMINAL_KEYS=600 "$SANITIZED" screen_stress ;;
    terminal-keys) QKV_KEYS=600 QKV_TERMINAL_KEYS=100000 "$RUNNER" screen_stress ;;
    sizes) QKV_SIZES=512 QKV_RESIZES=10000 "$RUNNER" screen_sizes ;;
    builds) QKV_HARD=1 tests/play/test_builds.sh ;;
    breaks) QKV_ALL=1 tests/play/test_breaks.sh ;;
    fuzz) tests/trust/fuzz.sh 1000000 ;;
    cuts) QKV_HARD=1 "$RUNNER" trust_cuts && QKV_HARD=1 "$SANITIZED" trust_cuts ;;
    strange) QKV_HARD=1 tests/trust/test_strange.sh ;;
    *) echo "there is no row $1" && return 1 ;;
    esac
}
rows="fuzz keys memory numbers terminal-keys files text sizes breaks edits derivatives cuts strange builds"

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
    echo "$1: $said in $(($(date +%s) - begun)) s"
    sed 's/^/    /' "$log/$1.log" | grep -v 'Running suite' | tail -n 20
    [ $said = passed ]
}

if [ "${1:-}" = --row ]; then
    run "$2"
else
    # shellcheck disable=SC2086 # the rows are words
    printf '%s\n' ${*:-$rows} | xargs -n 1 -P "$(nproc 2>/dev/null || echo 2)" "$0" --row
fi
