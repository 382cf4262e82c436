/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "terminal/menu.h"

#include "base/failure.h"
#include "base/memory.h"
#include "session/outline.h"
#include "session/progress.h"

void menu_release(struct menu *menu) {
    shelf_release(&menu->shelf);
    memory_free(menu->visits);
    *menu = (struct menu){.number = menu->number};
}

/* Leaves out what cannot be read; writing the progress reports it. */
static bool read_menu(struct menu *menu, const char *const *folders) {
    struct failure ignored = {0};
    struct text log = {0};
    if (!shelf_read(&menu->shelf, folders, &ignored)) {
        return false;
    }
    menu->visits = memory_allocate(menu->shelf.count, sizeof *menu->visits);
    bool ok = menu->visits != NULL;
    progress_read(&log, &ignored);
    for (size_t i = 0; i < menu->shelf.count && ok; i++) {
        const struct shelf_entry *entry = &menu->shelf.list[i];
        struct text key = {0};
        ok = progress_key(entry->path, entry->id, folders, &key, &ignored);
        if (ok) {
            menu->visits[i] = progress_visit(&log, &key, NULL);
        }
        text_release(&key);
    }
    text_release(&log);
    return ok;
}

/* Listing lessons reads them all, so that waits until the list is visible, and is done again each
 * time. */
bool menu_is_listing(struct menu *menu, const struct session *session) {
    enum popup popup = session->view.popup;
    bool nothing = session->lesson == NULL && session_notebook(session)->count == 0;
    bool lists = popup == POPUP_LESSONS || (nothing && popup == POPUP_NONE);
    if (lists != menu->read) {
        menu_release(menu);
        menu->read = lists && read_menu(menu, session->front.lesson_folders);
    }
    return menu->read;
}

/* Returns the lessons to choose from. */
static const struct shelf *listed_lessons(const struct menu *menu, const struct session *session) {
    return session->view.popup == POPUP_FOUND ? &session->found : &menu->shelf;
}

static bool is_digit(const char *key) {
    return key[0] >= '0' && key[0] <= '9' && key[1] == '\0';
}

/* Chooses the lesson, or the page, whose number was typed. */
static void choose_number(struct menu *menu, struct session *session, bool pages, size_t digit) {
    struct text word = {0};
    size_t *number = &menu->number;
    *number = *number < 10 ? *number * 10 + digit : digit;
    text_format(&word, "%zu", *number);
    const struct shelf *shelf = listed_lessons(menu, session);
    const struct shelf_entry *entry = pages ? NULL : shelf_find(shelf, text_string(&word));
    if (pages && *number > 0 && *number <= session->lesson->page_count) {
        session->view.chosen = *number - 1;
    } else if (entry != NULL) {
        session->view.chosen = (size_t)(entry - shelf->list);
    }
    text_release(&word);
}

bool menu_key(struct menu *menu, struct session *session, const char *key, struct text *line) {
    bool pages = session->view.popup == POPUP_CONTENTS && session->lesson != NULL;
    if (!pages && session->view.popup != POPUP_FOUND && !menu_is_listing(menu, session)) {
        return false;
    }
    size_t *chosen = &session->view.chosen;
    size_t count = pages ? session->lesson->page_count : listed_lessons(menu, session)->count;
    if (is_digit(key)) {
        choose_number(menu, session, pages, (size_t)(key[0] - '0'));
        return true;
    }
    menu->number = 0;
    if (text_same(key, "Up") || text_has_word("k PageUp WheelUp", key)) {
        *chosen -= *chosen > 0 ? 1 : 0;
    } else if (text_same(key, "Down") || text_has_word("j PageDown WheelDown", key)) {
        *chosen += *chosen + 1 < count ? 1 : 0;
    } else if (*chosen >= count || (!text_same(key, "Enter") && !text_same(key, "Space"))) {
        return false;
    } else if (pages ? *chosen == outline_page(session)
                     : session->lesson != NULL &&
                           text_same(listed_lessons(menu, session)->list[*chosen].id,
                                     session->lesson->id)) {
        text_append(line, "close"); /* the learner is there already */
    } else if (pages) {
        text_format(line, "goto page %zu", *chosen + 1);
    } else {
        text_format(line, "open \"%s\"", listed_lessons(menu, session)->list[*chosen].name);
    }
    return true;
}
