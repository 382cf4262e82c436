#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# Feeds every target of tests/fuzz with bytes that libFuzzer makes up, until each has had so many, and
# prints a line a target. From the top of the tree; needs clang with libFuzzer, and says when there is
# none. A finding is left in build/found.
#
#     fuzz.sh              what was kept, once (1,000,000 inputs each when QKV_HARD is set)
#     fuzz.sh N [TARGET…]  N inputs, or what a target counts instead (keys: events)
#
# Nine of ten inputs are short, for those are quick and most of what there is to find is found by them;
# the tenth builds on what they found. In the end all that was found new is run once more, and what is
# left in memory is looked for. QKV_SEED: another sequence. QKV_FOUND: a folder that keeps what is new.
set -u
runs=${1:-$([ -n "${QKV_HARD:-}" ] && echo 1000000 || echo 0)}
[ $# -gt 0 ] && shift
targets=${*:-lesson statement number csv npy saved text keys memory npz safetensors llama vocabulary}
here=$PWD
fuzzer=$here/build/fuzzer
found=$here/build/found
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$found"

echo 'int LLVMFuzzerTestOneInput(const char *b, unsigned long n) { return !b && !n; }' >"$scratch/probe.c"
if ! ${FUZZ_CC:-clang} -fsanitize=fuzzer,address -o "$scratch/probe" "$scratch/probe.c" 2>/dev/null; then
    echo "no clang with libFuzzer here: going on without"
    exit 0
fi
# Who comes while another builds it waits.
flock "$found" ${MAKE:-make} -s CC="${FUZZ_CC:-clang}" build/fuzzer >"$scratch/make.log" 2>&1 || {
    cat "$scratch/make.log"
    exit 1
}
export HOME="$scratch" XDG_STATE_HOME="$scratch" XDG_DATA_HOME="$scratch"

# Where a block was allocated is not kept, and few freed ones: that is told when a finding is run again.
quick=allocator_may_return_null=1:detect_leaks=0:malloc_context_size=0:quarantine_size_mb=1:thread_local_quarantine_size_kb=64:max_malloc_fill_size=0
slow=allocator_may_return_null=1

# lengths TARGET: of the many inputs, and of the rest.
lengths() {
    case $1 in
    number) echo 32 1024 ;;
    csv) echo 64 1024 ;;
    npy) echo 192 512 ;;
    text) echo 48 256 ;;
    statement) echo 48 160 ;;
    saved) echo 96 256 ;;
    lesson) echo 192 1024 ;;
    keys) echo 24 64 ;;
    memory) echo 96 512 ;;
    npz) echo 400 1024 ;;
    safetensors) echo 192 1024 ;;
    llama) echo 96 512 ;;
    vocabulary) echo 96 512 ;;
    esac
}

# part FILE NAME: the last number that was printed under NAME.
part() {
    { echo 0; sed -n "s/^$2: *\([0-9]*\).*/\1/p" "$1"; } | tail -n 1
}

# feed TARGET N LENGTH: that many, no longer than that.
feed() {
    (cd "$scratch" && QKV_TARGET=$1 QKV_MOST=$2 ASAN_OPTIONS=$quick "$fuzzer" -dict="$1.words" -runs=-1 \
        -max_len="$3" -seed="${QKV_SEED:-1}" -detect_leaks=0 -reload=0 -entropic=0 -timeout=10 \
        -report_slow_units=2 -rss_limit_mb=1000 -artifact_prefix="$found/$1-" \
        "$1" "$here/tests/fuzz/corpus/$1") >"$scratch/$1.log" 2>&1
}

# replay TARGET: all that was kept and found, and whether memory is left.
replay() {
    (cd "$scratch" && QKV_TARGET=$1 ASAN_OPTIONS=$slow "$fuzzer" -runs=0 -timeout=10 -rss_limit_mb=1000 \
        -artifact_prefix="$found/$1-" "$1" "$here/tests/fuzz/corpus/$1") >"$scratch/$1.log" 2>&1
}

# one TARGET: runs it; what it found stands in $found.
one() {
    mkdir -p "$scratch/$1"
    QKV_TARGET=$1 QKV_WORDS=1 "$fuzzer" >"$scratch/$1.words" || return 1
    inputs=0 counted=0 took=1 status=0
    # shellcheck disable=SC2046 # two words
    set -- "$1" $(lengths "$1")
    for share in "$((runs - runs / 10)) $2" "$((runs / 10)) $3"; do
        [ "$runs" -gt 0 ] && [ $status = 0 ] || continue
        feed "$1" "${share% *}" "${share#* }" || status=1
        inputs=$((inputs + $(part "$scratch/$1.log" inputs)))
        counted=$((counted + $(part "$scratch/$1.log" counted)))
        took=$((took + $(part "$scratch/$1.log" took)))
    done
    [ $status = 0 ] && { replay "$1" || status=1; }
    [ -n "${QKV_FOUND:-}" ] && mkdir -p "$QKV_FOUND" && cp -r "$scratch/$1" "$QKV_FOUND"
    slowest=$(find "$found" -name "$1-slow-unit-*" -newer "$scratch/$1.words")
    [ -z "$slowest" ] || status=1
    echo "$1: $counted$([ "$inputs" = "$counted" ] || echo " events in $inputs") inputs in" \
        "$((took / 1000)) s of the processor, $((counted * 1000 / took)) a second, $(find "$scratch/$1" -type f | wc -l) kept;" \
        "$([ $status = 0 ] && echo 'nothing found' || echo 'FOUND SOMETHING')"
    [ $status = 0 ] || grep -A 12 'ERROR\|Assertion\|runtime error\|^tests/.*: ' "$scratch/$1.log" | head -n 30
    return $status
}

failed=0
for target in $targets; do
    one "$target" || failed=1
done
exit $failed
