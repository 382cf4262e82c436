#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# Adds up what `make test` left behind. Each argument is the log of one job: a suite, whose log
# ends with Check's own line `NN%: Checks: N, Failures: N, Errors: N`, or a script, whose log ends
# with `passed` or `failed`. A log that is missing or breaks off is a failure.
#
#     summary.sh RESULTS LOG...      RESULTS/PASS/NAME.log is how the logs are called
results=$1
shift

failures() {
    for log; do
        name=${log#"$results"/}
        if ! [ -e "$log" ]; then
            echo "not run: ${name%.log}"
        elif ! tail -n 1 "$log" | grep -q '^100%: \|^passed$'; then
            echo "failed: ${name%.log}"
            grep -v '^Running suite\|^failed$' "$log" | sed 's/^/    /'
        fi
    done
}

# A suite that never got as far as its summary line counts as one error.
passes() {
    for log; do
        name=${log#"$results"/}
        line=$(grep -a '^[0-9]*%: Checks: ' "$log" 2>/dev/null | tail -n 1)
        case $(tail -n 1 "$log" 2>/dev/null) in
        passed) line='Checks: 1, Failures: 0, Errors: 0' ;;
        failed) line='Checks: 1, Failures: 1, Errors: 0' ;;
        exit*) line=$(echo "$line" | sed 's/Failures: 0, Errors: 0/Failures: 0, Errors: 1/') ;;
        esac
        echo "${name%%/*} ${line:-Checks: 1, Failures: 0, Errors: 1}"
    done | sed 's/[0-9]*%: //' | awk '
        {
            sub(/,$/, "", $3); sub(/,$/, "", $5)
            if (!($1 in checks)) order[++kinds] = $1
            jobs[$1]++; checks[$1] += $3; failures[$1] += $5; errors[$1] += $7
        }
        END {
            for (k = 1; k <= kinds; k++) {
                name = order[k]
                bad = failures[name] + errors[name]
                percent = checks[name] > 0 ? int(100 * (checks[name] - bad) / checks[name]) : 100
                printf "%-10s %3d%%: Checks: %d, Failures: %d, Errors: %d  (%d %s)\n", name, percent,
                    checks[name], failures[name], errors[name], jobs[name],
                    name == "scripts" ? "scripts" : "suites"
                passed += checks[name] - bad
                failed += bad
            }
            printf "%d passed, %d failed\n", passed, failed
            exit failed > 0
        }'
}

failures "$@"
passes "$@"
