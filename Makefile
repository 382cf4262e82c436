# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# qkv, a debugger for attention. `make run` builds it and opens the list of lessons; `make help`
# lists the rest. Everything that is built lives in build/.

# Names and lines, for a trace; a debugger wants more: make CFLAGS="-O0 -g".
CFLAGS ?= -O2 -g1
# -Werror where a warning is to end the build: `make test WERROR=-Werror` is what .ci/run says.
WERROR ?=
PREFIX ?= /usr/local
PKG_CONFIG ?= pkg-config
BUILD = build
# V=1 shows the commands that compile and link.
Q = $(if $(V),,@)
# What the first line of the changelog says, here or in a tree that Debian's tools build.
CHANGELOG := $(firstword $(wildcard .packaging/debian/changelog debian/changelog) /dev/null)
VERSION := $(shell sed -n '1s/.*(\(.*\)).*/\1/p' $(CHANGELOG))
ifeq ($(VERSION),)
$(error no version: neither .packaging/debian/changelog nor debian/changelog begins with "qkv (VERSION)")
endif
# Its date as in 2026-11-22, from the last line: Sun, 22 Nov 2026 17:50:00 +0000.
DATE := $(shell awk '/^ -- / { at = index("JanFebMarAprMayJunJulAugSepOctNovDec", $$(NF - 3)); \
	printf "%s-%02d-%02d\n", $$(NF - 2), (at + 2) / 3, $$(NF - 4); exit }' $(CHANGELOG))

# Libraries, as pkg-config knows them. `.ci/deps` knows what Debian calls each.
PACKAGES = readline md4c ncursesw jansson libzip zlib libpcre2-8
TEST_PACKAGES = check vterm
TEST_TOOLS = sanitizers numpy
# What a test says it does without, and skips, where it cannot be had.
TEST_EXTRAS = gcc clang locales
HARD_EXTRAS = clang-tidy cppcheck checksec

# The floors of src/, from the ground up. A floor includes only from itself and those before it.
FLOORS = base tensor operators language notebook lesson files canvas session commands classroom stage panels play terminal

# GNU's names for folders; `make install prefix=/usr mandir=/usr/man` says where.
prefix = $(PREFIX)
bindir = $(prefix)/bin
datarootdir = $(prefix)/share
datadir = $(datarootdir)
mandir = $(datarootdir)/man
docdir = $(datarootdir)/doc/qkv
pkgdatadir = $(datadir)/qkv

# --- how a file is compiled ----------------------------------------------------------------------

WARNINGS = -pedantic -Wall -Wextra -Wconversion -Wsign-conversion -Wshadow -Wvla -Wformat=2 \
	-Wstrict-prototypes -Wmissing-prototypes -Wundef $(WERROR)

# Our own feature macros replace those that come with readline and ncurses.
package_cflags = $(filter-out -D_DEFAULT_SOURCE -D_XOPEN_SOURCE=%, \
	$(shell $(PKG_CONFIG) --cflags $(1) 2>/dev/null))
package_libs = $(shell $(PKG_CONFIG) --libs $(1) 2>/dev/null)

PROGRAM_CPPFLAGS := -Isrc -I$(BUILD)/texts -D_POSIX_C_SOURCE=200809L -D_XOPEN_SOURCE=700 \
	$(call package_cflags,$(PACKAGES))
TEST_CPPFLAGS := -Itests -D_mark_point=runner_reaches $(call package_cflags,$(TEST_PACKAGES))
# A test takes longer to optimise than to run; what measures is optimised as the program is.
TEST_CFLAGS = -O0 -U_FORTIFY_SOURCE
# Only what asks for a place is compiled with it: the other objects are the same in every clone.
PLACES := -DQKV_SOURCE_DIR='"$(CURDIR)"' -DQKV_PROGRAM='"$(abspath $(BUILD)/qkv)"' \
	-DQKV_LESSONS_DIR='"$(pkgdatadir)/lessons"' -DQKV_VERSION='"$(VERSION)"' \
	-DQKV_DATE='"$(DATE)"'
PLACED := $(shell grep -l 'QKV_SOURCE_DIR\|QKV_PROGRAM\|QKV_LESSONS_DIR\|QKV_VERSION' \
	src/*.c src/*/*.c tests/*/*.c)

# Those of some flags that this compiler has for this machine: arm64 has no -fcf-protection.
known = $(foreach flag,$(1),$(shell $(CC) -O2 -Werror -U_FORTIFY_SOURCE $(flag) \
	-include string.h -x c -S -o /dev/null /dev/null 2>/dev/null && echo $(flag)))

# Glibc checks the sizes of buffers only in optimised code, and warns elsewhere.
FORTIFIED := $(or $(call known,-D_FORTIFY_SOURCE=3),-D_FORTIFY_SOURCE=2)
FORTIFY = $(if $(findstring _FORTIFY_SOURCE,$(CPPFLAGS) $(CFLAGS)),,$(if \
	$(filter -O -O1 -O2 -O3 -Os,$(CFLAGS)),-U_FORTIFY_SOURCE $(FORTIFIED)))
HARDENING := -fPIE -fstack-protector-strong \
	$(call known,-fstack-clash-protection -fcf-protection=full)
LINK_HARDENING = -pie -Wl,-O1,-z,relro,-z,now,-z,noexecstack,-z,separate-code,--as-needed

# Last on the line, whatever CFLAGS says: each product is rounded, then added, so that every
# compiler at every level gives the same digits.
EXACT = -fno-fast-math -ffp-contract=off $(WITHOUT_X87)

# The x87 of i386 keeps more digits than a double has, so there the program needs a processor with
# SSE2 (2001 and later).
X87 := $(filter 2,$(shell echo __FLT_EVAL_METHOD__ | $(CC) -std=c11 $(CFLAGS) -E -P -x c - 2>/dev/null))
WITHOUT_X87 := $(if $(X87),$(if $(call known,-msse2),-msse2 -mfpmath=sse))

# What a debugger reads names no folder of this machine: every clone builds the same bytes.
NOWHERE := $(call known,-ffile-prefix-map=$(CURDIR)=.)

FLAGS_normal = $(FORTIFY) $(HARDENING) $(NOWHERE) $(CPPFLAGS) $(CFLAGS)
LINK_normal = $(FLAGS_normal) $(EXACT) $(LINK_HARDENING) $(LDFLAGS)

SANITIZERS = -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all
# A third of all checks that the compiler writes, and of the time to write and run them; a null pointer
# that is followed ends the process in any case. A seventh of the time is to keep the frame of each
# function that has returned from use. `make hard` and the fuzzer have them.
LEFT_TO_HARD := -fno-sanitize=null,alignment,pointer-overflow $(call known,--param=asan-use-after-return=0)
FLAGS_whole = -Werror $(CPPFLAGS) -O0 -g1 -fno-omit-frame-pointer $(SANITIZERS)
LINK_whole = $(FLAGS_whole) $(LDFLAGS)
FLAGS_sanitize = $(FLAGS_whole) $(LEFT_TO_HARD) $(LEVEL)
LINK_sanitize = $(FLAGS_sanitize) $(LDFLAGS)
# What all others call most is worth the time to optimise it.
$(BUILD)/sanitize/src/base/%.o $(BUILD)/sanitize/src/tensor/%.o: private LEVEL = -Og

# libFuzzer, which comes with clang: tests/trust/fuzz.sh.
FLAGS_fuzz = $(FLAGS_whole) -O2 -fsanitize-coverage=inline-8bit-counters,pc-table

LIBS := $(call package_libs,$(PACKAGES)) -lm -pthread
TEST_LIBS = $(call package_libs,$(TEST_PACKAGES))
# tests/base/heap.c is before the door to the heap: it counts, and makes an allocation fail.
HEAP = $(foreach way,allocate room text reserve free refused,-Wl,--wrap=memory_$(way))

# Where python3-numpy lives.
PYTHON ?= $(firstword $(wildcard /usr/bin/python3) python3)

# --- what there is to compile --------------------------------------------------------------------

# `make test ONLY=language` builds and runs one floor's tests, on the floors below it, once.
ONLY =
upto = $(if $(2),$(firstword $(2)) $(if $(filter $(1),$(firstword $(2))),,$(call \
	upto,$(1),$(wordlist 2,99,$(2)))))
TEST_FLOOR = $(or $(ONLY),*)
BUILT_FLOORS = $(if $(filter $(ONLY),$(FLOORS)),$(call upto,$(ONLY),$(FLOORS)),*)

SOURCES := $(sort $(wildcard src/*/*.c))
TESTED_SOURCES := $(sort $(foreach floor,$(BUILT_FLOORS),$(wildcard src/$(floor)/*.c)))
SUITE_SOURCES := $(sort $(wildcard tests/$(TEST_FLOOR)/test_*.c))
HELPER_SOURCES := $(filter-out tests/ground/runner.c tests/bench/% tests/fuzz/driver.c \
	$(wildcard tests/*/test_*.c), \
	$(sort $(foreach floor,$(BUILT_FLOORS),$(wildcard tests/$(floor)/*.c))))
SCRIPTS := $(sort $(wildcard tests/$(TEST_FLOOR)/test_*.sh))

objects = $(patsubst %.c,$(BUILD)/$(1)/%.o,$(2))

# tests/language/test_reader.c is the suite language_reader.
SUITES := $(foreach test,$(SUITE_SOURCES:tests/%.c=%),$(subst /test_,_,$(test)))

# Texts that are part of the program: each line of src/play/manual.man as a string for C, and so on.
TEXTS := $(patsubst src/%,$(BUILD)/texts/%.h,$(wildcard $(addprefix src/*/*.,bash css fish man md \
	txt zsh)))
$(TEXTS): $(BUILD)/texts/%.h: src/%
	@mkdir -p $(@D)
	@sed 's/[\\"]/\\&/g; s/.*/"&",/' $< >$@

.PHONY: all run models test hard soak coverage bench results install install-strip uninstall dist deb
.PHONY: clean deps help report
.PHONY: format format-check libraries FORCE
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL = all

all: $(BUILD)/qkv ## build the program, build/qkv (the default)

$(BUILD)/qkv: $(call objects,normal,src/main.c $(SOURCES))
	@echo "  LINK  $@"
	$(Q)$(CC) $(LINK_normal) -o $@ $^ $(LIBS)

# For whoever wants to see what a sanitizer says of the program itself.
$(BUILD)/sanitize/qkv: $(call objects,sanitize,src/main.c $(SOURCES))
	@echo "  LINK  $@"
	$(Q)$(CC) $(LINK_sanitize) -o $@ $^ $(LIBS)

# One folder of objects a configuration. `flags` changes when the command line does, and then every
# object is made again; when `places` does, what asks for a place; so it is with the list of suites.
write_if_changed = if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

define CONFIGURATION
COMPILE_$(1) = $$(CC) -std=c11 $$(PROGRAM_CPPFLAGS) $$(WARNINGS) $$(FLAGS_$(1)) $$(EXACT)
RUNNER_$(1) = $$(BUILD)/$(1)/runner$$(ONLY:%=-%)
LIST_$(1) = $$(BUILD)/$(1)/suites$$(ONLY:%=-%)

$$(call objects,$(1),$$(PLACED)): $$(BUILD)/$(1)/places
$$(BUILD)/$(1)/%.o: %.c $$(BUILD)/$(1)/flags | libraries $$(TEXTS)
	@mkdir -p $$(@D)
	@echo "  CC    $$@"
	$$(Q)$$(COMPILE_$(1)) $$(if $$(filter tests/%,$$<),$$(TEST_CPPFLAGS)) \
		$$(if $$(filter tests/%,$$(filter-out tests/bench/%,$$<)),$$(TEST_CFLAGS)) \
		$$(if $$(filter $$(PLACED),$$<),$$(PLACES)) -MMD -MP -c -o $$@ $$<

$$(BUILD)/$(1)/flags: FORCE
	@mkdir -p $$(@D)
	@printf '%s\n' '$$(subst ','\'',$$(COMPILE_$(1)) $$(TEST_CPPFLAGS) $$(TEST_CFLAGS))' >$$@.new
	@$$(write_if_changed)

$$(BUILD)/$(1)/places: FORCE
	@mkdir -p $$(@D)
	@printf '%s\n' '$$(subst ','\'',$$(PLACES))' >$$@.new
	@$$(write_if_changed)

$$(LIST_$(1))/suites.def: FORCE
	@mkdir -p $$(@D)
	@printf '%s\n' $$(patsubst %,'SUITE(%)',$$(SUITES)) >$$@.new
	@$$(write_if_changed)

$$(RUNNER_$(1)).o: tests/ground/runner.c $$(LIST_$(1))/suites.def \
		$$(BUILD)/$(1)/flags | libraries
	@echo "  CC    $$@"
	$$(Q)$$(COMPILE_$(1)) $$(TEST_CPPFLAGS) -I$$(LIST_$(1)) -MMD -MP -c -o $$@ $$<

# The tests are the same objects in both: what they test is sanitized.
$$(RUNNER_$(1)): $$(RUNNER_$(1)).o $$(call objects,$(1),$$(TESTED_SOURCES)) \
		$$(call objects,normal,$$(SUITE_SOURCES) $$(HELPER_SOURCES))
	@echo "  LINK  $$@"
	$$(Q)$$(CC) $$(LINK_$(1)) $$(HEAP) -o $$@ $$^ $$(TEST_LIBS) $$(LIBS)

$$(RESULTS)/$(1)/%.log: $$(RUNNER_$(1)) | $$(SUITES_NEED)
	@mkdir -p $$(@D)
	@$$(call run_suite,$(1),$$*,$$(if $$(filter $$*,$$(FORKING)),yes,$$(FORK_$(1))),$$@) || \
		$$(if $$(filter no,$$(FORK_$(1))),$$(call run_suite,$(1),$$*,yes,$$@.forked) || \
		mv $$@.forked $$@; rm -f $$@.forked,true)

-include $$(wildcard $$(addprefix $$(BUILD)/$(1)/,*.d src/*.d src/*/*.d tests/*/*.d))
endef

# --- the tests -----------------------------------------------------------------------------------

# Every suite is a job, and every script: make keeps all cores busy with them, each job leaves a
# log in build/results, and the summary adds those up.
RESULTS = $(BUILD)/results
PASSES = normal $(if $(ONLY),,sanitize)
# These type at the built program, which is the same one in both passes.
DRIVEN := $(patsubst tests/screen/test_%.c,screen_%,$(shell grep -l "learner_open\|learner_spawn\|QKV_PROGRAM" tests/screen/test_*.c))
SUITE_LOGS = $(SUITES:%=$(RESULTS)/normal/%.log) $(if $(filter sanitize,$(PASSES)), \
	$(patsubst %,$(RESULTS)/sanitize/%.log,$(filter-out $(DRIVEN),$(SUITES))))
SCRIPT_LOGS = $(SCRIPTS:tests/%.sh=$(RESULTS)/scripts/%.log)
LOGS = $(SCRIPT_LOGS) $(SUITE_LOGS)

PATIENCE_normal = 1
PATIENCE_sanitize = 4
# To fork for each test takes longer than most tests. These do: their tests end the process, or leave it
# with terminals.
FORK_normal = no
FORK_sanitize = no
FORKING = base_checkpoint base_memory $(DRIVEN)
# Each word that they look for in a lesson would have all of the lesson read, to see that it ends;
# make hard lets it be read, in the row strict.
LONG_TEXTS = commands_% lesson_% panels_% play_% screen_% session_% stage_% trust_%
# Of what is freed 16 MB are kept from use, as much as a test frees: more only takes fresh pages.
# Where a block was allocated is kept for five frames, not thirty, which are walked at each allocation.
ASAN_OPTIONS ?= strict_string_checks=1:detect_stack_use_after_return=1:allocator_may_return_null=1:quarantine_size_mb=16:malloc_context_size=5

# A test works in a folder of its own and finds none of the user's state.
in_scratch = scratch=$$(mktemp -d) && trap 'rm -rf "$$scratch"' EXIT && \
	env COLUMNS= LINES= TMPDIR="$$scratch" XDG_STATE_HOME="$$scratch/state" XDG_DATA_HOME="$$scratch/data" \
	XDG_CONFIG_HOME="$$scratch/config" XDG_RUNTIME_DIR="$$scratch" QKV='$(abspath $(BUILD)/qkv)' PYTHON='$(PYTHON)' CC='$(CC)' MAKE='$(MAKE)'
# run_suite CONFIGURATION,SUITE,FORK,LOG. Where a process ran the whole suite and a test failed, what
# that one left behind may fail others: it is run again, a process a test, and that log counts.
run_suite = ($(in_scratch) CK_FORK=$(3) CK_VERBOSITY=normal CK_DEFAULT_TIMEOUT=60 \
	CK_TIMEOUT_MULTIPLIER=$(PATIENCE_$(1)) \
	ASAN_OPTIONS='$(ASAN_OPTIONS)$(if $(filter $(LONG_TEXTS),$(2)),:strict_string_checks=0)' \
	sh -c 'timeout 300 $(RUNNER_$(1)) $(2) >$(4) 2>&1 || { echo "exit $$?" >>$(4); exit 1; }')
run_script = mkdir -p $(@D) && if $(in_scratch) timeout 300 $< >$@ 2>&1; \
	then echo passed >>$@; else echo failed >>$@; fi

# The tests of a low floor run before there is a program.
SUITES_NEED = $(if $(ONLY),$(if $(shell grep -l QKV_PROGRAM $(SUITE_SOURCES) /dev/null),$(BUILD)/qkv), \
	$(BUILD)/qkv)

$(eval $(call CONFIGURATION,normal))
$(eval $(call CONFIGURATION,sanitize))
$(eval $(call CONFIGURATION,whole))
$(eval $(call CONFIGURATION,fuzz))

$(RESULTS)/scripts/ground/%.log: tests/ground/%.sh
	+@$(run_script)
$(RESULTS)/scripts/%.log: tests/%.sh $(BUILD)/qkv
	+@$(run_script)

# Nothing else would tell that the bench does not build any more.
results: $(LOGS) $(if $(ONLY),,$(BUILD)/bench)
	@:

# Sub-makes use every core, unless this make was told how many; one job more, for some wait for a
# terminal.
JOBS = $(if $(findstring jobserver,$(MAKEFLAGS)),,-j$(shell expr $$(nproc 2>/dev/null || echo 2) + 1))
deps = CC='$(CC)' PKG_CONFIG='$(PKG_CONFIG)' PYTHON='$(PYTHON)' .ci/deps
NEEDED = cc pkg-config $(PACKAGES)
TEST_NEEDED = $(NEEDED) $(TEST_PACKAGES) $(TEST_TOOLS)

test: ## run every test, plain and sanitized; ONLY=language: one floor's, plain
	@$(deps) --install $(TEST_NEEDED)
	@$(deps) --install $(TEST_EXTRAS) || echo "Going on without."
	@rm -rf $(RESULTS)
	$(if $(strip $(LOGS)),,@echo "tests/$(TEST_FLOOR) holds no tests" >&2; exit 1)
	+@$(MAKE) -k $(JOBS) results; tests/ground/summary.sh $(RESULTS) $(LOGS)

hard: ## run the long tests of faults, some forty minutes; ROWS=files: these alone
soak: ## run them at their longest, about an hour; ROWS likewise
soak: export SOAK = 1
hard soak:
	@$(deps) --install $(TEST_NEEDED) $(TEST_EXTRAS)
	@$(deps) --install $(HARD_EXTRAS) || echo "Going on without."
	+@$(MAKE) $(JOBS) $(BUILD)/qkv $(RUNNER_normal) $(RUNNER_whole)
	@env QKV='$(abspath $(BUILD)/qkv)' RUNNER='$(abspath $(RUNNER_normal))' \
		SANITIZED='$(abspath $(RUNNER_whole))' ASAN_OPTIONS='$(ASAN_OPTIONS)' \
		LOGS='$(BUILD)/hard' PYTHON='$(PYTHON)' CC='$(CC)' MAKE='$(MAKE)' tests/trust/hard.sh $(ROWS)

report: ## say how large each floor of src is, against what it should need
	@tests/ground/size.sh

# --- coverage ------------------------------------------------------------------------------------

# All that `make test` runs, once, but what builds programs of its own. Counting makes it slow.
coverage: ## run every test once and say how much of each floor it ran
	@$(deps) --install $(TEST_NEEDED)
	@rm -rf $(BUILD)/coverage/results
	@find $(BUILD)/coverage -name '*.gcda' -delete 2>/dev/null; true
	+@$(MAKE) -k $(JOBS) CC=gcc BUILD=$(BUILD)/coverage CFLAGS='-O0 -g1 --coverage' PASSES=normal \
		PATIENCE_normal=8 SCRIPTS='$(filter-out %/test_builds.sh %/test_breaks.sh \
		%/test_libraries.sh tests/ground/%,$(SCRIPTS))' results
	@tests/ground/coverage.sh $(BUILD)/coverage

# --- the fuzzer ----------------------------------------------------------------------------------

FUZZ_SOURCES := $(filter-out tests/fuzz/test_fuzz.c,$(wildcard tests/fuzz/*.c)) \
	tests/base/heap.c tests/commands/desk.c tests/lesson/stop.c tests/panels/frame.c

$(BUILD)/fuzzer: $(call objects,fuzz,$(FUZZ_SOURCES) $(SOURCES))
	@echo "  LINK  $@"
	$(Q)$(CC) $(FLAGS_whole) -fsanitize=fuzzer $(LDFLAGS) $(HEAP) -o $@ $^ $(LIBS)

# --- the bench -----------------------------------------------------------------------------------

BENCH_SOURCES := $(sort $(wildcard tests/bench/*.c))
ROOMS =

$(BUILD)/bench: $(call objects,normal,$(BENCH_SOURCES) $(SOURCES))
	@echo "  LINK  $@"
	$(Q)$(CC) $(LINK_normal) -o $@ $^ $(LIBS) -lutil

bench: $(BUILD)/bench $(BUILD)/qkv ## measure how fast it is, beside others; ROOMS=frames: that alone
	@PYTHON='$(PYTHON)' $(BUILD)/bench '$(abspath $(BUILD)/qkv)' $(ROOMS)

# --- the rest ------------------------------------------------------------------------------------

run: ## install what is missing, build, and open the lessons
	@$(deps) --install $(NEEDED)
	+@$(MAKE) $(JOBS) all
	@if [ -t 0 ] && [ -t 1 ]; then $(BUILD)/qkv; \
	else $(BUILD)/qkv play 0; fi

# Each is what its notebook trains; the names of its arrays stand behind the word train there, or
# where they have others in the file, behind `# as`.
MODELS = agreement induction tiny

models: $(BUILD)/qkv ## train the models that the lessons read, anew
	@for model in $(MODELS:%=lessons/models/%); do \
		names=$$({ grep '^# as ' $$model.qkv || sed -n 's/^train \(.*\) minimise.*/\1/p' \
			$$model.qkv | sed q; } | sed 's/^# as //' | tr ' ' '\n' | paste -sd, -) && \
		if [ -d $$model ]; then out=$$model/model; else out=$$model; fi && \
		echo "  TRAIN $$out.safetensors" && $(BUILD)/qkv values $$model.qkv --name "$$names" \
			--format safetensors -o $$out.safetensors || exit; \
	done

deps: ## install what building and testing need
	@$(deps) --install $(TEST_NEEDED) $(TEST_EXTRAS)

libraries:
	@$(deps) --check $(NEEDED)

LESSONS := $(wildcard lessons/*.* lessons/models/*.* lessons/models/*/*)
LESSON_FOLDERS := $(patsubst %/,%,$(sort $(dir $(LESSONS))))
# Where each finds what `qkv manual` writes, under share.
share = $(DESTDIR)$(datarootdir)
MANUAL = $(DESTDIR)$(mandir)/man1/qkv.1
BASH = bash-completion/completions/qkv
ZSH = zsh/site-functions/_qkv
FISH = fish/vendor_completions.d/qkv.fish

install: all ## install under PREFIX (/usr/local), with DESTDIR before it
	install -d '$(DESTDIR)$(bindir)' '$(DESTDIR)$(docdir)' \
		$(LESSON_FOLDERS:%='$(DESTDIR)$(pkgdatadir)/%')
	install -m 755 $(BUILD)/qkv '$(DESTDIR)$(bindir)/qkv'
	for file in $(LESSONS); do \
		install -m 644 $$file '$(DESTDIR)$(pkgdatadir)'/$$file || exit; \
	done
	install -m 644 README.md '$(DESTDIR)$(docdir)/README.md'
	install -d '$(DESTDIR)$(mandir)/man1' $(foreach page,$(BASH) $(ZSH) $(FISH),'$(share)/$(dir $(page))')
	$(BUILD)/qkv manual man >'$(MANUAL)'
	$(BUILD)/qkv manual bash >'$(share)/$(BASH)'
	$(BUILD)/qkv manual zsh >'$(share)/$(ZSH)'
	$(BUILD)/qkv manual fish >'$(share)/$(FISH)'

uninstall: ## remove what install put there
	rm -f '$(DESTDIR)$(bindir)/qkv' '$(DESTDIR)$(docdir)/README.md' '$(MANUAL)'
	rm -f $(LESSONS:%='$(DESTDIR)$(pkgdatadir)/%')
	rm -f $(foreach page,$(BASH) $(ZSH) $(FISH),'$(share)/$(page)')
	-rmdir $(addprefix '$(DESTDIR)$(pkgdatadir)'/,lessons/models/tiny lessons/models lessons) \
		'$(DESTDIR)$(pkgdatadir)' \
		'$(DESTDIR)$(docdir)'

install-strip: install ## the same, without what a debugger reads
	strip '$(DESTDIR)$(bindir)/qkv'

dist: ## build/qkv-VERSION.tar.gz: the files of the last commit
	@mkdir -p $(BUILD)
	git archive --prefix=qkv-$(VERSION)/ -o $(BUILD)/qkv-$(VERSION).tar.gz HEAD

deb: ## build/qkv_VERSION_….deb, by dpkg-buildpackage and debhelper
	@$(deps) --install $(NEEDED) debhelper
	@rm -rf $(BUILD)/deb && mkdir -p $(BUILD)/deb/qkv-$(VERSION)
	tar -c --exclude=./$(BUILD) --exclude=./.git . | tar -x -C $(BUILD)/deb/qkv-$(VERSION)
	mv $(BUILD)/deb/qkv-$(VERSION)/.packaging/debian $(BUILD)/deb/qkv-$(VERSION)
	cd $(BUILD)/deb/qkv-$(VERSION) && env -u MAKEFLAGS -u MAKEOVERRIDES dpkg-buildpackage -b -us -uc
	mv $(BUILD)/deb/*.deb $(BUILD)

clean: ## remove build/
	rm -rf $(BUILD)

FORMATTED = $(wildcard src/*.[ch] src/*/*.[ch] tests/*/*.[ch])

format: ## lay the sources out as .clang-format says
	clang-format -i $(FORMATTED)

format-check:
	clang-format --dry-run -Werror $(FORMATTED)

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1	\2/p' Makefile | expand -t 22
