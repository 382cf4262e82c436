#!/bin/sh
# Feeds every target of tests/fuzz with bytes that libFuzzer makes up, until each has had so many, and
# prints a line a target. From the top of the tree; needs clang with libFuzzer, and says when there is
# none. A finding is left in build/found.
#
#     fuzz.sh              what was kept, once (1,000,000 inputs each when QKV_HARD is set)
#     fuzz.sh N [TARGET…]  N inputs, or what a target counts instead (keys: events)
set -u
runs=${1:-$([ -n "${QKV_HARD:-}" ] && echo 1000000 || echo 0)}
[ $# -gt 0 ] && shift
targets=${*:-lesson statement number csv npy saved text keys}
here=$PWD
found=$here/build/found
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$found"

echo 'int LLVMFuzzerTestOneInput(const char *b, unsigned long n) { return !b && !n; }' >"$scratch/probe.c"
if ! ${FUZZ_CC:-clang} -fsanitize=fuzzer,address -o "$scratch/probe" "$scratch/probe.c" 2>/dev/null; then
    echo "no clang with libFuzzer here: going on without"
    exit 0
fi
${MAKE:-make} -s CC="${FUZZ_CC:-clang}" build/fuzzer >"$scratch/make.log" 2>&1 || {
    cat "$scratch/make.log"
    exit 1
}

# The stack is not watched after return, and no feature is weighed: five times as many inputs.
export ASAN_OPTIONS=malloc_context_size=6:quarantine_size_mb=8:allocator_may_return_null=1
export HOME="$scratch" XDG_STATE_HOME="$scratch" XDG_DATA_HOME="$scratch"

# part FILE NAME: the last number that libFuzzer printed under NAME.
part() {
    sed -n "s/^.*$2:* *\([0-9]*\).*/\1/p" "$1" | tail -n 1
}

# one TARGET: runs it; what it found stands in $found.
one() {
    mkdir -p "$scratch/$1"
    QKV_TARGET=$1 QKV_WORDS=1 "$here/build/fuzzer" >"$scratch/$1.words" || return 1
    inputs=$runs
    [ "$1" = keys ] && inputs=$((runs / 20)) # each has some twenty-five events
    begun=$(date +%s)
    (cd "$scratch" && QKV_TARGET=$1 "$here/build/fuzzer" -dict="$1.words" -runs="$inputs" -timeout=10 \
        -rss_limit_mb=2500 -entropic=0 -max_len=1024 -seed="${QKV_SEED:-1}" -print_final_stats=1 \
        -artifact_prefix="$found/$1-" "$1" "$here/tests/fuzz/corpus/$1") >"$scratch/$1.log" 2>&1
    status=$?
    seconds=$(($(date +%s) - begun))
    done=$(part "$scratch/$1.log" stat::number_of_executed_units)
    events=$(part "$scratch/$1.log" events)
    echo "$1: ${done:-no} inputs${events:+, $events events} in $seconds s," \
        "$((${done:-0} / (seconds > 0 ? seconds : 1))) a second;" \
        "$([ $status = 0 ] && echo 'nothing found' || echo 'FOUND SOMETHING')"
    [ $status = 0 ] || grep -A 12 'ERROR\|Assertion\|runtime error' "$scratch/$1.log" | head -n 30
    return $status
}

failed=0
for target in $targets; do
    one "$target" || failed=1
done
exit $failed
