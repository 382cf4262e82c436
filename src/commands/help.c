/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/help.h"

#include "base/utf8.h"
#include "canvas/canvas.h"
#include "canvas/matrix.h"
#include "commands/groups.h"
#include "commands/keys.h"
#include "files/export.h"
#include "language/advice.h"
#include "language/writer.h"
#include "notebook/notebook.h"

#include <string.h>

/* --- subjects --------------------------------------------------------------------------------- */

const struct topic topics[] = {
    {.name = "formulas",
     .also = "formula expression numpy syntax precedence definition",
     .sentence = "what can be typed: definitions, edits, expressions",
     .text = "Q = X @ W_q           a definition; again: it replaces the old one\n"
             "W_q[1,2] = 0.5        sets one cell of a matrix that was written out\n"
             "W_q[1,:] = 0          a row of it, W_q[:,2] = [[1], [2]] a column: one undo\n"
             "softmax(Q @ K.T)      an expression: its value is shown\n"
             "explain Q[1,2]        a command and its arguments\n"
             "a = 1; b = 2          several in one line are one change and one undo,\n"
             "                      and need only fit together: X wider, W_q taller\n"
             "_ * 2                 _ is the formula that was shown last\n"
             "turn = 2              a command's word may be a name; show turn shows it\n"
             "# a remark            is passed over\n"
             "A line goes on while a bracket is open. What depends on a definition is\n"
             "computed again whenever it changes. The notation is NumPy's, and so are the\n"
             "precedences: ** before a minus sign, then @ * /, then + -, then < == and\n"
             "their like.\n"},
    {.name = "operators",
     .also = "def function functions lambda body call calls return layer",
     .sentence = "operators of your own, and what is inside of their calls",
     .text = "scores(Q, K) = Q @ K.T / sqrt(columns(K))   defined; again: all calls follow\n"
             "attend(Q, K, V) =                            a longer one: its lines are\n"
             "    S = scores(Q, K)                         indented, each NAME = …, and\n"
             "    softmax(S) @ V                           the last is the value\n"
             "H = attend(X @ W_q, X @ W_k, X)   called; values by place, without defaults\n"
             "show H.S, explain H.S[1,2]        what the call holds; pin sets it, into and\n"
             "                                  goto H.S step through it, out leaves it\n"
             "H.attend.S, H.attend#2.S          where a formula holds several calls\n"
             "layers(block, X, W)               block(x, W[1]), then block(x, W[2]) …;\n"
             "                                  H.3 is layer 3, H.3.S is inside of it\n"
             "stack(A, B)                       a stack of matrices, one behind the other\n"
             "Parameters hide definitions; other names are those in force. None calls\n"
             "itself, not even through others.\n"},
    {.name = "matrices",
     .also = "matrix stack labels label batch shape vector",
     .sentence = "writing them, stacks, labels",
     .text = "[[1, 2], [3, 4]]      two rows of two\n"
             "[1, 2]                one row\n"
             "[[1. 2.]\n"
             " [3. 4.]]             pasted, as NumPy prints it\n"
             "5                     a lone number is a 1×1 matrix\n"
             "tokens(\"I am\", [[1, 0], [0, 1]])   rows with labels\n"
             "A value has two to four axes: batch, head, row, column; the last two are the\n"
             "matrix. Operators work matrix by matrix on a stack, and a 1 in a shape\n"
             "stretches to what it meets. Labels travel: the rows of X label the rows of\n"
             "X @ W_q.\n"},
    {.name = "subscripts",
     .also = "subscript index slice axis",
     .sentence = "A[2,3], A[2], A[:,3], A[1:2,:], A[\"it\",\"sushi\"]",
     .text = "A[2,3]                row 2, column 3\n"
             "A[2]                  row 2, the same as A[2,:]\n"
             "A[:,3]                column 3\n"
             "A[1:2,:]              rows 1 to 2, both of them\n"
             "A[\"it\",\"sushi\"]       by labels\n"
             "A[\"saw#2\",:]          the second of two rows with one label\n"
             "A[:,[3, 1, 1]]        columns 3, 1 and 1 again; a row with a name picks too\n"
             "E[[[1, 2], [3, 1]]]   a stack: rows 1 and 2, then 3 and 1; E[ids] likewise\n"
             "They count from 1, as in α₁,₂, and a range includes both ends. NumPy\n"
             "differs: it counts from 0 and leaves the end out, so A[1:2,:] is A[0:2,:]\n"
             "there. On a stack the head comes first: A[2,1,3] is head 2, row 1, column 3.\n"},
    {.name = "numbers",
     .also = "number digits rounding",
     .sentence = "how they are written, shown and rounded",
     .text = "0.5  .5  1e-3  inf  nan  pi\n"
             "All are double precision, computed in full. A matrix is shown with the fewest\n"
             "decimals that show it exactly, up to `precision` (4 at first); ≈ marks a\n"
             "number that was rounded for show. Sums add up in the order of the inner\n"
             "index, so the same digits come out everywhere.\n"},
    {.name = "models",
     .also = "model file files npy npz safetensors checkpoint weights gpt2 llama tokenizer",
     .sentence = "numbers that stand in files, trained models",
     .text = "W = tensor(\"w.npy\")             what the file holds; load W w.npy is the same\n"
             "tensor(\"w.npz\", \"W_q\")         one of its arrays; so .safetensors, .bin\n"
             "tensor(\"gpt2/model.safetensors\", \"h.{i}.ln_1.weight\", layers=12)\n"
             "                              a stack, a layer each: {i} counts from 0\n"
             "ids = bpe(\"Once upon\", \"gpt2\")  tokens: places in the vocabulary, from 1\n"
             "wte[ids,:]                    the row of each token\n"
             "qkv values LESSON --name W=h.{i}.w --format safetensors -o FILE writes each\n"
             "  layer of W by itself, as h.0.w, h.1.w …; npz likewise\n"
             "A file lies beside the lesson or in $XDG_DATA_HOME/qkv/models (without that\n"
             "variable ~/.local/share/qkv/models; another folder: --models, and help\n"
             "settings); what you type yourself may be any path.\n"
             "It is read once, when the line is: undo no longer depends on the file. save\n"
             "keeps the formula and your edits as long as the lesson will find the file.\n"
             "qkv fetches nothing. These commands fetch GPT-2 (550 MB), and a model of 1 MB\n"
             "that tells stories, as llama2.c has it (wq, rms_att_weight …, tok512.bin):\n"
             "  mkdir -p ~/.local/share/qkv/models/gpt2; cd ~/.local/share/qkv/models/gpt2\n"
             "  from=https://huggingface.co/openai-community/gpt2/resolve/main\n"
             "  curl -LO $from/model.safetensors -LO $from/vocab.json -LO $from/merges.txt\n"
             "  mkdir -p ../stories260K; cd ../stories260K\n"
             "  from=https://huggingface.co/karpathy/tinyllamas/resolve/main/stories260K\n"
             "  curl -LO $from/stories260K.bin -LO $from/tok512.bin\n"},
    {.name = "addresses",
     .also = "address",
     .sentence = "where goto goes",
     .text = "NAME [operation] [batch b] [head h] [row i [col j [term t]]]\n"
             "goto S                       the whole definition\n"
             "goto S @                     its product\n"
             "goto S @ row 2               the first two rows of it\n"
             "goto S @ row am col so term 2\n"
             "i and j are positions from 1, or labels. An operation that occurs twice is\n"
             "told apart by a number: @#2. Also: goto page 3, goto start, goto end.\n"},
    {.name = "changes",
     .also = "change edit",
     .sentence = "edits, pins, undo and reset",
     .text = "W_q[1,2] = 0.5        edits a cell of a matrix that was written out\n"
             "pin A[2,1] = 0        forces a cell of a computed one, or a row; unpin\n"
             "undo, redo            one line back, one line on\n"
             "reset                 the lesson's own statements again\n"
             "baseline, compare     keep a copy of all values; show what differs from it\n"
             "What you change stays while you go back and on, until the lesson itself sets\n"
             "the same name or cell.\n"},
    {.name = "questions",
     .also = "question",
     .sentence = "quizzes, predictions and exercises",
     .text = "answer 2              a choice; answer 1 3 for several; answer 0.35 or 1/3\n"
             "hint, solution, skip  the next hint; the answer; go on without\n"
             "A prediction is locked by your first answer and graded after the next formula\n"
             "has run. Where formulas are asked for, type them line by line: they are tried\n"
             "on inputs of other sizes. A number that is not right is looked for among the\n"
             "common slips: no scaling, no root, the other axis, a mask forgotten or late,\n"
             "something not transposed. An exercise is done as soon as its goals hold; what\n"
             "you change in it is put back when you go on.\n"},
    {.name = "answers",
     .also = "script scripts grading autograder",
     .sentence = "a lesson played with the answers of a file",
     .text = "qkv play LESSON --answers FILE, where FILE has for each question its id, a\n"
             "colon and what a learner types there; indented lines go on with it:\n"
             "# a remark\n"
             "total: 0.5                a quiz: an answer, a line a try\n"
             "    hint                  hint, skip and solution may be typed, too\n"
             "    1\n"
             "focus:                    an exercise: any statements\n"
             "    W_q[1,2] = 5\n"
             "page 3: W_k[1,1] = 0      what is changed where page 3 begins\n"
             "The order is the lesson's; what has no answer is passed. A prediction takes\n"
             "one answer. The transcript tells each verdict, and at its end which are right.\n"
             "Exit 0: all are; 1: one is not, or has no answer; 2: a line cannot be run.\n"
             "They write no files.\n"},
    {.name = "classroom",
     .also = "hand-in handin submit homework teacher student students class grade grades marks "
             "release exam exams presenter presenting",
     .sentence = "lessons for students, answers handed in and graded",
     .text = "qkv release mine.md -o theirs.md        for students\n"
             "No right choices, keys of numbers, feedback, solutions, notes, remarks,\n"
             "`expect` lines and numbers behind → can be read in it. They are in the block\n"
             "at its end, and qkv grades and explains all as with your copy. This keeps out\n"
             "eyes, not effort: the block is your copy, compressed (zlib) and in base64.\n"
             "qkv release mine.md --exam -o exam.md   without that block\n"
             "Answers are taken, and judged when you grade them; until then they may be\n"
             "changed, except predictions. No effort finds right choices, feedback or\n"
             "solutions in it, for they are not there. But in both stay the statements,\n"
             "also hidden ones, the hints, the goals of exercises (a goal that is the answer\n"
             "gives it away), and what your words say; and whoever goes on sees what the\n"
             "statements compute, a number that was to be predicted, too.\n"
             "qkv hand-in 1 --name 'Ada Lovelace'     your answers in a lesson, in one file\n"
             "It holds every answer, how many hints and seconds a question took, and what\n"
             "you did in each exercise: the log in $XDG_STATE_HOME/qkv/answers that grows\n"
             "while you answer. The log goes by the lesson's id: you may move and rename the\n"
             "lesson, and open it twice. Nothing is ever sent. A checksum tells a later edit\n"
             "by hand.\n"
             "qkv grade 1 hand-ins/*.jsonl            a line a student, a column a question\n"
             "Then what the class chose, with the slips that explain it; --format csv is\n"
             "for a spreadsheet, json for a program. The lesson's own keys and goals\n"
             "decide: a prediction is what was said first, before its result was seen (✓+\n"
             "and ✗+: answered again later); of other questions one right answer is enough,\n"
             "and in an exam the last one counts; an exercise's statements are run again.\n"
             "Who is right only by numbers changed outside an exercise was told so, and is;\n"
             "the line says it, and in an exam it does not count. Each hand-in may take 2\n"
             "seconds and 256 MB, or its line says why it has no grades; then exit 1.\n"
             "qkv notes mine.md     in a second terminal, beside the screen of the class\n"
             "Where the screen is, the page's notes, what comes next, and a clock; also\n"
             "when the screen goes on to another lesson. Either may begin first.\n"},
    {.name = "paper",
     .also =
         "worksheet worksheets print html svg latex tex pdf cast recording slide slides browser",
     .sentence = "a lesson on paper, in a browser, on slides",
     .text = "qkv worksheet mine.md -o sheet.md       to fill in by hand\n"
             "Questions with room to answer, matrices with blanks. With --key each answer,\n"
             "and every step that leads to it. --format html is for a browser; LaTeX,\n"
             "PDF and Word are made of the Markdown by pandoc, a program of its own:\n"
             "pandoc sheet.md -o sheet.docx           or sheet.tex; for sheet.pdf also say\n"
             "    --pdf-engine=xelatex -V monofont='DejaVu Sans Mono'\n"
             "qkv play mine.md --format html -o page.html     the lesson as one page\n"
             "Values and questions stand in place, pictures as text, answers are folded\n"
             "away; there is no script in it.\n"
             "qkv show mine.md --stops --format html -o all.html     its frames, in colour\n"
             "qkv play mine.md --format cast -o mine.cast     its frames, for asciinema\n"
             "qkv show mine.md --at 'page 3' --format svg     one frame; html likewise\n"
             "export page.svg       at the prompt: the screen as it is\n"
             "qkv values mine.md --name A --format latex --precision 3     for a paper\n"},
    {.name = "conventions",
     .sentence = "words as rows, or words as columns",
     .text = "convention rows       Q = X @ W_q   S = Q @ K.T   O = A @ V   a row a word\n"
             "convention columns    Q = W_q @ X   S = K.T @ Q   O = V @ A   a column a word\n"
             "In columns every value is shown transposed and every formula turned over;\n"
             "what you type and the cells you name are read the same way. The numbers are\n"
             "the same bits.\n"},
    {.name = "settings",
     .also = "setting config configuration options option theme themes colours colors",
     .sentence = "options that stay, in a file",
     .text = "$XDG_CONFIG_HOME/qkv/config, or ~/.config/qkv/config, a line each:\n"
             "theme = light             dark, light, mono or contrast\n"
             "precision = 3             decimals at most\n"
             "mouse = off               the terminal selects text with it\n"
             "models = ~/models         where files of models are\n"
             "# a remark                is passed over\n"
             "They are the command line's options, which go before them. A mistake is told\n"
             "when qkv begins, and passed.\n"},
    {.name = "keys", .sentence = "what single keys do on the screen", .write = keys_write},
    {.name = "attention",
     .also = "query key value queries values mask score scores weights head transformer",
     .sentence = "how its formulas are written here",
     .text = "Q = X @ W_q           queries; K = X @ W_k keys; V = X @ W_v values\n"
             "S = Q @ K.T / sqrt(columns(K))       scores: every query meets every key\n"
             "S + causal(rows(S))   a mask: no query sees a key that comes later\n"
             "A = softmax(S)        weights: each row shares out 1\n"
             "A @ V                 outputs: the values mixed by the weights\n"
             "heads(Q, 2)           several heads; concat(…) puts them side by side again\n"},
    {.name = "texts",
     .also = "text vocabulary word corpus tokenizer string strings",
     .sentence = "words as values, a sentence of your own, batches of texts",
     .text = "s = \"I saw a saw\"     a text; redefine it, and all that depends on it follows\n"
             "onehot(s, E)  embed(s, E)  ids(s, E)   by the labels of E's rows\n"
             "sentence the dog saw a cat   the lesson's text, with rows of 0 for new words\n"
             "b = [\"I saw\", \"a dog ran\"]    a batch; load b FILE.txt takes a line a text\n"
             "S + padding(b)        a mask: no query sees what a shorter text has not\n"},
    {.name = "training",
     .also = "learning adam adamw sgd optimizer optimiser minibatch minibatches epoch decay "
             "clipping loss backpropagation derivative",
     .sentence = "derivatives, and numbers made smaller",
     .text = "L = crossentropy(logits, T)     a loss: one number\n"
             "gradient L, grad(L, W)          how fast it moves with every weight\n"
             "train W minimise L              steps=500 rate=0.1 method=adam\n"
             "train W minimise L + 0.1 * sum(W ** 2) batch=64 decay=0.01 clip=1\n"},
    {.name = "lessons",
     .also = "lesson page markdown pause note notes author authoring new watch preview",
     .sentence = "reading and writing them",
     .text = "Space or next goes on, back goes back, run goes to the next page or question,\n"
             "goto page 3 jumps. `save FILE.md` writes what you made as a lesson.\n"
             "\n"
             "A lesson is a Markdown file; all that is not below is told as it stands.\n"
             "qkv new NAME.md writes one to begin with, qkv check NAME.md holds all of it,\n"
             "qkv --watch NAME.md shows it and reads it again whenever it is saved.\n"
             "---\n"
             "title: Shares                    else that of the # line\n"
             "id: shares                       answers are kept under it; else by file\n"
             "summary: who takes from whom     a line for the list of lessons\n"
             "author: A. Nonymous              license: likewise\n"
             "minutes: 10                      how long it takes: check computes it\n"
             "convention: columns              how its formulas are written; else rows\n"
             "text: s                          which text `sentence` replaces\n"
             "---\n"
             "# Shares                         the title\n"
             "## Three scores                  a page begins\n"
             "`shares[1,3] → 0.665`            in the text: held, to half of its last digit\n"
             "<!-- pause -->                   what follows waits for Space\n"
             "<!-- note: Ask the room. -->     for the presenter: N, or qkv notes NAME.md\n"
             "```qkv                           statements: help fences\n"
             "```quiz ID                       a question: help quiz\n"
             "```try ID                        an exercise: help try\n"
             "```write, ```order, ```drill ID  formulas, an order, sums: help write\n"},
    {.name = "fences",
     .also = "fence grain hidden error expect inline",
     .sentence = "what ```qkv begins in a lesson: statements",
     .text = "```qkv                    each statement is a stop, told when it is reached\n"
             "```qkv hidden             runs unseen, all of it at once\n"
             "```qkv grain=cell         is stepped through: operation, row, cell or term\n"
             "```qkv error: differ      holds one statement, which must fail, saying differ\n"
             "A = softmax(Q @ K.T)      a definition, an edit: all that the prompt takes but\n"
             "                          what writes files\n"
             "show A                    shows again; so do pictures: links A, heat,\n"
             "                          arrows, bars, boxes, dial, grid, mix, plot, …\n"
             "explain A[1,2]            the arithmetic of one number\n"
             "goto A @ row 1            an address: help addresses\n"
             "expect A[1,2] = 0.35      held by check, to half of its last digit; unseen\n"
             "expect A[1,:] > 0         every cell; also != < <= >=, and = another formula\n"
             "expect L = 1.2 ~ 1e-6     how far off it may be\n"
             "expect A is 3x3           a shape\n"},
    {.name = "quiz",
     .also = "quizzes choice choices feedback predict prediction",
     .sentence = "what ```quiz begins in a lesson: a question",
     .text = "```quiz ID                the name under which the answer is kept\n"
             "Which one gets most?      the question, in as many lines as it needs\n"
             "( ) word1 {{ why not }}   a choice; what is said to who chose it\n"
             "(x) word2 {{ why }}       the right one\n"
             "hint: Look at row 1.      hints are given one by one\n"
             "explain: It is largest.   told when the answer is known\n"
             "```\n",
     .after = "```quiz ID predict        the answer is locked, and graded when the next fence\n"
              "                          of statements has run\n"
              "```quiz ID ordered        its choices stay as written. Else a screen mixes\n"
              "                          them for each learner, except numbers, yes and no\n"
              "Put the right choice in another place from question to question: check warns\n"
              "where one place is right in more than half of six or more questions.\n"},
    {.name = "write",
     .also = "order drill drills practice formula task",
     .sentence = "formulas to be written, lines to be ordered, sums to be practised",
     .text = "",
     .fenced = true,
     .after = "```drill ID               a sum; it is not part of the lesson itself\n"
              "What is Q[1,2]?           the question\n"
              "inputs: X: 1×3, W: 3×2    small whole numbers are drawn\n"
              "solution: Q = X @ W       what the answer is taken from\n"
              "= Q[1,2]                  the answer, with ~ how far off it may be\n"
              "qkv practice LESSON       asks a hundred such sums, without LESSON those of\n"
              "                          all lessons; --seed 17: the same ones again\n"
              "qkv worksheet LESSON --seed 17    prints a sheet of them; --key its answers\n"},
    {.name = "try",
     .also = "exercise exercises allow changes best goal sandbox",
     .sentence = "what ```try begins in a lesson: an exercise",
     .text = "```try ID                 the name under which it is kept whether it is done\n"
             "Make both shares alike.   what is to be done\n"
             "expect A[1,1] = 0.50      done when all of these hold\n"
             "expect d_k = 2   # d_k stays 2         … and words that tell one\n"
             "allow: W_q W_k            what may be changed; else anything\n"
             "changes: 3                in so many cells at most\n"
             "best: 1                   as few are enough: told who needed more\n"
             "hint: Look at d_k.        hints are given one by one\n"
             "solution: W_q[1,1] = 2    solves it; check runs it. In several lines: several\n"
             "```\n"
             "What is changed in an exercise is put back when the lesson goes on.\n"},
    {0},
};

/* --- lines ------------------------------------------------------------------------------------ */

enum { HANG = 14, PRECISION = 4 };

void help_line(const char *head, const char *sentence, struct help_columns columns,
               struct text *out) {
    struct text body = {0};
    canvas_wrap(sentence, columns.hang, columns.width, &body);
    size_t used = 2 + utf8_columns(head, strlen(head));
    bool beside = used < columns.hang && body.length > columns.hang;
    text_format(out, "  %s%s", head, beside ? "" : "\n");
    text_repeat(out, " ", beside ? columns.hang - used : 0);
    text_append(out, text_string(&body) + (beside ? columns.hang : 0));
    text_release_into(&body, out);
}

static void write_help_line(const char *head, const char *sentence, size_t width,
                            struct text *out) {
    help_line(head, sentence, (struct help_columns){HANG, width}, out);
}

void help_heading(const char *heading, bool apart, struct text *out) {
    char first =
        heading[0] >= 'a' && heading[0] <= 'z' ? (char)(heading[0] - 'a' + 'A') : heading[0];
    text_format(out, "%s%c%s\n", apart ? "\n" : "", first, heading + 1);
}

static void write_heading(const char *heading, struct text *out) {
    help_heading(heading, out->length > 0, out);
}

void topic_write(const struct topic *topic, struct text *out) {
    const struct quiz_kind *kind;
    text_append(out, topic->text);
    for (size_t i = 0; topic->after != NULL && (kind = quiz_kind_at(i)) != NULL; i++) {
        bool here = kind->help != NULL && topic->fenced == (kind->fence != NULL);
        text_append(out, here ? kind->help : "");
    }
    text_append(out, topic->after != NULL ? topic->after : "");
}

/* Appends lines of a row's text, indented. */
static void write_indented(const char *lines, struct text *out) {
    while (*lines != '\0') {
        size_t length = strcspn(lines, "\n");
        text_append(out, "  ");
        text_append_bytes(out, lines, length);
        text_append(out, "\n");
        lines += length + (lines[length] == '\n' ? 1 : 0);
    }
}

/* Appends a row's text as one paragraph, whatever its lines. */
static void write_paragraph(const char *lines, size_t width, struct text *out) {
    struct text joined = {0};
    for (; *lines != '\0'; lines++) {
        text_append_character(&joined, *lines == '\n' ? ' ' : *lines);
    }
    canvas_wrap(text_string(&joined), 2, width, out);
    text_release(&joined);
}

/* --- commands --------------------------------------------------------------------------------- */

/* Appends the commands of the group WANTED (NULL: all), under its heading; false when there are
 * none. */
static bool write_command_group(const char *wanted, size_t width, struct text *out) {
    const struct command *command;
    const char *group = "", *headed = "";
    for (size_t i = 0; (command = command_at(i)) != NULL; i++) {
        group = command->group != NULL ? command->group : group;
        if (wanted != NULL && !text_same(group, wanted)) {
            continue;
        }
        if (!text_same(group, headed)) {
            headed = group;
            write_heading(group, out);
        }
        write_help_line(command->name, command->sentence, width, out);
    }
    return headed[0] != '\0';
}

static void write_command(const struct command *command, size_t width, struct text *out) {
    struct text usage = {0};
    command_usage(command, &usage);
    canvas_wrap(text_string(&usage), 0, width, out);
    text_release(&usage);
    canvas_wrap(command->sentence, 2, width, out);
    if (command->details != NULL) {
        write_paragraph(command->details, width, out);
    }
    for (size_t i = 0; i < COMMAND_PARAMETERS && command->parameters[i].type != TYPE_NONE; i++) {
        const struct command_parameter *parameter = &command->parameters[i];
        struct text sentence = {0};
        text_append(&sentence, parameter->sentence);
        if (parameter->type == TYPE_FORMAT) {
            text_append(&sentence, " ");
            export_list(", ", false, &sentence);
        }
        write_help_line(parameter->name, text_string(&sentence), width, out);
        text_release_into(&sentence, out);
    }
    const char *example = command->example != NULL ? command->example : command->name;
    if (command->before != NULL) {
        text_format(out, "  Example: %s\n           %s\n", command->before, example);
    } else {
        text_format(out, "  Example: %s\n", example);
    }
}

/* --- operators -------------------------------------------------------------------------------- */

/* Returns the operator's sign in formulas. */
static const char *operator_sign(const struct op *row) {
    switch (row->writing.form) {
    case WRITING_CALL:
        return row->name;
    case WRITING_MATRIX:
        return "[[ ]]";
    default:
        return row->writing.symbol;
    }
}

/* Appends the operators of FAMILY; false when there are none. */
static bool write_family(const char *family, size_t width, struct text *out) {
    const struct op *row;
    bool any = false;
    for (size_t i = 0; (row = operator_at(i)) != NULL; i++) {
        if (text_same(operator_heading(row), family)) {
            if (!any) {
                write_heading(family, out);
            }
            any = true;
            write_help_line(operator_sign(row), row->sentence, width, out);
        }
    }
    return any;
}

/* Appends "the direction: row or column; row when left out". */
static void write_parameter_entry(const struct parameter *parameter, size_t width,
                                  struct text *out) {
    struct text line = {0};
    text_append(&line, parameter->sentence == NULL ? "" : parameter->sentence);
    if (parameter->words != NULL) {
        text_append(&line, line.length > 0 ? ": " : "");
        for (const char *at = parameter->words; *at != '\0';) {
            size_t length = strcspn(at, " ");
            text_append_bytes(&line, at, length);
            at += length + (at[length] == ' ' ? 1 : 0);
            text_append(&line, *at == '\0' ? "" : " or ");
        }
    }
    if (parameter->standard != NULL) {
        text_format(&line, "%s%s when left out", line.length > 0 ? "; " : "", parameter->standard);
    } else if (parameter->optional) {
        text_append(&line, line.length > 0 ? "; may be left out" : "may be left out");
    }
    write_help_line(parameter->name, text_string(&line), width, out);
    text_release(&line);
}

/* Appends the example's value, computed at once so that it cannot be wrong. */
static void write_result(const char *example, size_t width, struct text *out) {
    struct failure none = {0};
    struct notebook empty;
    notebook_init(&empty);
    struct tree *tree = reader_expression(example, &none);
    struct definition *value = tree == NULL ? NULL : notebook_evaluate(&empty, "", tree, &none);
    if (value != NULL) {
        struct matrix_view view = {
            .value = value->value, .precision = PRECISION, .limit = MATRIX_LIMIT, .indent = "    "};
        matrix_print(&view, &(struct output){out, &(struct paint){0}, width});
    }
    definition_release(value);
    tree_release(tree);
    notebook_release(&empty);
}

static void write_operator_entry(const struct op *row, size_t width, struct text *out) {
    if (row->writing.form == WRITING_MATRIX) {
        text_append(out, operator_sign(row));
    } else {
        writer_signature(row, out);
    }
    text_append(out, "\n");
    canvas_wrap(row->sentence, 2, width, out);
    for (size_t i = 0; i < operator_parameter_count(row); i++) {
        write_parameter_entry(&row->parameters[i], width, out);
    }
    if (row->example != NULL) {
        text_format(out, "  Example: %s\n", row->example);
        write_result(row->example, width, out);
    }
}

static bool is_operator(const struct op *row, const char *topic) {
    bool brackets = row->writing.form == WRITING_MATRIX || row->writing.form == WRITING_SUBSCRIPT;
    return text_same(row->name, topic) || text_same(operator_sign(row), topic) ||
           (brackets && topic[0] == '[') ||
           (row->writing.symbol != NULL && text_same(row->writing.symbol, topic));
}

/* --- putting it together ---------------------------------------------------------------------- */

static void start_entry(struct text *out, size_t start) {
    if (out->length > start) {
        text_append(out, "\n");
    }
}

/* Appends "key n: next" and what it does. */
static void write_key(const struct key *key, size_t width, struct text *out) {
    text_format(out, "key %s", key->key);
    for (const char *at = key->line; *at != '\0'; at++) {
        text_append(out, at == key->line ? ": " : "");
        bool mark = at[0] == '%';
        at += mark ? 1 : 0;
        text_append(out, !mark ? "" : *at == 'c' ? "CELL" : "[COUNT]");
        text_append_bytes(out, at, mark ? 0 : 1);
    }
    text_append(out, "\n");
    canvas_wrap(key->sentence, 2, width, out);
}

/* Appends everything with one name: a sign may be two operators, a word a command and a subject. */
static bool write_entries(const char *topic, size_t width, struct text *out) {
    size_t start = out->length;
    const struct command *command = command_find(topic, strlen(topic));
    if (command != NULL) {
        write_command(command, width, out);
    }
    const struct op *row;
    for (size_t i = 0; (row = operator_at(i)) != NULL; i++) {
        if (is_operator(row, topic)) {
            start_entry(out, start);
            write_operator_entry(row, width, out);
        }
    }
    for (const struct topic *subject = topics; subject->name != NULL; subject++) {
        if (text_same(subject->name, topic) || (out->length == start && subject->also != NULL &&
                                                text_has_word(subject->also, topic))) {
            start_entry(out, start);
            text_format(out, "%s: %s\n", subject->name, subject->sentence);
            if (subject->text != NULL) {
                struct text lines = {0};
                topic_write(subject, &lines);
                write_indented(text_string(&lines), out);
                text_release_into(&lines, out);
            } else {
                subject->write(width, out);
            }
        }
    }
    const struct key *key = key_find(topic);
    if (key != NULL) {
        start_entry(out, start);
        write_key(key, width, out);
    }
    write_family(topic, width, out);
    write_command_group(topic, width, out);
    return out->length > start;
}

/* Appends the help on the first word of a line such as "train W_q". */
static bool write_first_word(const char *topic, size_t width, struct text *out) {
    struct text first = {0};
    text_append_bytes(&first, topic, strcspn(topic, " "));
    bool found = first.length < strlen(topic) && write_entries(text_string(&first), width, out);
    text_release_into(&first, out);
    return found;
}

static bool unknown_topic(const char *topic, struct failure *failure) {
    struct text written = {0};
    bool known = advice_write(topic, &written) && text_ok(&written, failure);
    if (known) {
        failure_set(failure, "%s: %s", topic, text_string(&written));
    }
    text_release(&written);
    if (known) {
        return false;
    }
    const struct command *command = command_meant(topic);
    const char *best = command != NULL ? command->name : NULL;
    const struct op *row;
    for (size_t i = 0; (command = command_at(i)) != NULL; i++) {
        best = text_nearer(topic, best, command->name);
    }
    for (size_t i = 0; (row = operator_at(i)) != NULL; i++) {
        best = text_nearer(topic, best, row->name);
    }
    for (const struct topic *subject = topics; subject->name != NULL; subject++) {
        best = text_nearer(topic, best, subject->name);
    }
    return best != NULL
               ? failure_set(failure, "there is no help on %s; did you mean %s?", topic, best)
               : failure_set(failure,
                             "there is no help on %s: `help` lists all there is, in a shell "
                             "`qkv -c help`",
                             topic);
}

static void write_families(size_t width, struct text *out) {
    write_heading("operators", out);
    const struct op *row;
    for (size_t i = 0; (row = operator_at(i)) != NULL; i++) {
        bool first = true;
        for (size_t k = 0; k < i; k++) {
            first = first && !text_same(operator_heading(operator_at(k)), operator_heading(row));
        }
        if (!first) {
            continue;
        }
        struct text names = {0};
        const struct op *other;
        for (size_t k = i; (other = operator_at(k)) != NULL; k++) {
            if (text_same(operator_heading(other), operator_heading(row))) {
                text_format(&names, "%s%s", k > i ? "  " : "", operator_sign(other));
            }
        }
        write_help_line(operator_heading(row), text_string(&names), width, out);
        text_release(&names);
    }
}

static void write_overview(size_t width, struct text *out) {
    write_command_group(NULL, width, out);
    write_families(width, out);
    write_heading("subjects", out);
    for (const struct topic *subject = topics; subject->name != NULL; subject++) {
        write_help_line(subject->name, subject->sentence, width, out);
    }
    text_append(out, "\nhelp WORD tells more on any of these.\n");
}

bool help_write(const char *topic, size_t width, struct text *out, struct failure *failure) {
    if (topic[0] == '\0') {
        struct text overview = {0};
        write_overview(width, &overview);
        bool ok = text_ok(&overview, failure);
        text_append(out, text_string(&overview));
        text_release(&overview);
        return ok && text_ok(out, failure);
    }
    if (write_entries(topic, width, out) || write_first_word(topic, width, out)) {
        return text_ok(out, failure);
    }
    return unknown_topic(topic, failure);
}
