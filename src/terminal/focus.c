#include "terminal/focus.h"

#include "terminal/prompt.h"
#include "terminal/screen.h"
#include "terminal/tokens.h"

void focus_release(struct focus *focus) {
    text_release(&focus->given);
    text_release(&focus->fill);
}

static enum focus_result act(struct focus *focus, enum screen_action action, const char *fill) {
    if (action == SCREEN_PROMPT) {
        focus->at_prompt = true;
        prompt_fill(fill);
    } else if (action == SCREEN_GRID) {
        focus->at_prompt = false;
    }
    return action == SCREEN_QUIT ? FOCUS_QUIT : FOCUS_DRAW;
}

static enum focus_result press(struct focus *focus, const char *name) {
    if (name[0] == '\0') {
        return FOCUS_SAME;
    }
    text_clear(&focus->fill);
    enum screen_action action = focus->hooks->key(focus->hooks->context, name, &focus->fill);
    return act(focus, action, text_string(&focus->fill));
}

static enum focus_result feed_prompt(struct focus *focus, const struct token *token) {
    enum prompt_result result = prompt_feed(token->bytes, token->length, &focus->given);
    if (result == PROMPT_GIVEN) {
        const char *line = text_string(&focus->given);
        return act(focus, focus->hooks->line(focus->hooks->context, line), "");
    }
    focus->at_prompt = result != PROMPT_LEFT;
    return FOCUS_DRAW;
}

static bool is_sequence(const struct token *token) {
    return token->length > 2 && token->bytes[0] == '\x1b' &&
           (token->bytes[1] == '[' || token->bytes[1] == 'O');
}

static bool prompt_wants(const struct token *token) {
    struct text bytes = {0};
    text_append_bytes(&bytes, token->bytes, token->length);
    bool wants = !is_sequence(token) || prompt_knows(text_string(&bytes));
    text_release(&bytes);
    return wants;
}

static enum focus_result take_key_at_prompt(struct focus *focus, const struct token *token) {
    const char *name = token->name;
    bool escapes = text_same(name, "Escape") && prompt_can_escape();
    if (escapes) {
        prompt_forget();
    }
    if (escapes || text_same(name, "F6") || (text_same(name, "C-c") && prompt_is_empty())) {
        focus->at_prompt = false;
        return FOCUS_DRAW;
    }
    return prompt_wants(token) ? feed_prompt(focus, token) : press(focus, name);
}

static enum focus_result take_paste(struct focus *focus, const struct token *token) {
    focus->at_prompt = true;
    if (token->cut) {
        prompt_say("That paste is longer than 64 KiB: put it into a file, and load it.");
    } else {
        prompt_paste(token->bytes, token->length);
    }
    return FOCUS_DRAW;
}

static enum focus_result take_mouse(struct focus *focus, const struct token *token) {
    const struct screen_hooks *hooks = focus->hooks;
    if (token->name[0] == '\0') {
        return FOCUS_SAME;
    }
    return act(focus, hooks->mouse(hooks->context, token->name, token->row, token->column), "");
}

enum focus_result focus_take(struct focus *focus, const struct token *token) {
    switch (token->kind) {
    case TOKEN_MOUSE:
        return take_mouse(focus, token);
    case TOKEN_PASTE:
        return take_paste(focus, token);
    default:
        return focus->at_prompt ? take_key_at_prompt(focus, token) : press(focus, token->name);
    }
}
