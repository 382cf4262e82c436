#!/bin/sh
# Counts the instructions of fixed jobs with callgrind, beside the counts that were kept, so that a
# change shows: `count.sh QKV WORK [--keep]`. They repeat exactly on one machine with one compiler;
# on another they differ by a few per cent. Of a job of work.c: what one more time of it takes.
set -eu
qkv=$1 work=$2 keep=${3:-}
here=$(dirname "$0")
kept=$here/counts.txt
now=$(mktemp)
trap 'rm -f "$now"' EXIT

if ! command -v valgrind >/dev/null; then
    echo "counts: valgrind is not installed; left out"
    exit 0
fi

count() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 >/dev/null |
        sed -n 's/.*refs: *//p' | tr -d ,
}

# JOB, and how many times more it is run the second time.
count_job() {
    few=$(count "$work" "$1" 2)
    many=$(count "$work" "$1" $((2 + $2)))
    echo "$1 $(((many - few) / $2))" >>"$now"
}

echo "lesson-1 $(count "$qkv" values "$here/../../lessons/01-worked-example.md")" >>"$now"
for job in pass-4-3 pass-8-8 pass-16-64 step-4-8 edit-W_v-4-3 edit-X-4-3; do
    count_job $job 100
done
for job in key-edit-24-80 key-page-24-80 key-step-24-80 key-move-50-200 key-nudge-50-200 \
    key-paint-50-200; do
    count_job $job 20
done
for job in pass-123-456 step-64-64 edit-W_v-123-456 edit-W_q-123-456 edit-X-123-456; do
    count_job $job 4
done

if [ "$keep" = --keep ]; then
    cp "$now" "$kept"
fi
echo "counts: instructions, by callgrind"
awk 'NR == FNR { kept[$1] = $2; next }
     { change = kept[$1] ? sprintf("%+.1f %%", 100 * ($2 / kept[$1] - 1)) : "new"
       printf "  %-20s %12d  kept %12d  %s\n", $1, $2, kept[$1], change }' "$kept" "$now"
