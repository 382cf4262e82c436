#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# How the built program is linked: what an attacker would need is not there.
set -u
if ! command -v readelf >/dev/null; then
    echo "no readelf here: going on without"
    exit 0
fi

# faults PROGRAM: one a line.
faults() {
    readelf -hldW --dyn-syms "$1" 2>&1 | awk '
        /^ *Type: .*DYN/ { pie = 1 }
        $1 == "GNU_RELRO" { relro = 1 }
        /\(FLAGS_1\).* NOW/ || /\(BIND_NOW\)/ { now = 1 }
        /\((RPATH|RUNPATH)\)/ { path = 1 }
        / __stack_chk_fail/ { canary = 1 }
        $1 == "GNU_STACK" && / RW / { stack = 1 }
        END {
            if (!pie) print "it stands at a fixed address"
            if (!relro || !now) print "its table of functions can be written to"
            if (!canary) print "no canary watches the stack"
            if (!stack) print "the stack can be executed"
            if (path) print "it looks for libraries where it was built"
        }'
}

failed=0
found=$(faults "$QKV")
[ -z "$found" ] || {
    echo "$QKV: $found"
    failed=1
}

# Its libraries are the system's own: whoever mends those mends it.
for library in libreadline libncursesw libmd4c libjansson libzip libz; do
    readelf -dW "$QKV" | grep -q "(NEEDED).*\[$library[.]so" && continue
    echo "$QKV: $library is not linked as the system links it"
    failed=1
done

# The same of a program that is built for it.
echo 'int main(void) { return 0; }' | ${CC:-cc} -no-pie -fno-stack-protector -Wl,-z,norelro,-z,lazy \
    -Wl,-z,execstack,-rpath,/nowhere -o "$TMPDIR/soft" -x c - 2>/dev/null
[ "$(faults "$TMPDIR/soft" | wc -l)" -eq 5 ] || {
    echo "of five faults it sees:"
    faults "$TMPDIR/soft"
    failed=1
}
exit $failed
