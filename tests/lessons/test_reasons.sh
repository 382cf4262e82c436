#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# Every choice of every question says why it is right or wrong, and every number why it is that.
awk '/^```quiz/ { quiz = FILENAME ":" FNR; number = reason = 0 }
    quiz != "" && /^[([][ x][])] / && !/\{\{ .* \}\}$/ { print FILENAME ":" FNR ": " $0; failed = 1 }
    quiz != "" && /^= / { number = 1 }
    quiz != "" && /^explain: / { reason = 1 }
    /^```$/ { if (number && !reason) { print quiz ": no explain:"; failed = 1 }; quiz = ""; number = 0 }
    END { exit failed }' lessons/*.md
