#include "commands/topics.h"

#include "commands/keys.h"

static const struct topic rows[] = {
    {.name = "formulas",
     .sentence = "what can be typed: definitions, edits, expressions",
     .text = "Q = X @ W_q           a definition; again: it replaces the old one\n"
             "W_q[1,2] = 0.5        sets one cell of a matrix that was written out\n"
             "softmax(Q @ K.T)      an expression: its value is shown\n"
             "explain Q[1,2]        a command and its arguments\n"
             "a = 1; b = 2          several in one line are one change and one undo,\n"
             "                      and need only fit together: X wider, W_q taller\n"
             "# a remark            is passed over\n"
             "A line goes on while a bracket is open. What depends on a definition is\n"
             "computed anew whenever it changes. The notation is NumPy's, and so are the\n"
             "precedences: ** before a minus sign, then @ * /, then + -.\n"},
    {.name = "matrices",
     .sentence = "writing them, stacks, labels",
     .text = "[[1, 2], [3, 4]]      two rows of two\n"
             "[1, 2]                one row\n"
             "5                     a lone number is a 1×1 matrix\n"
             "tokens(\"I am\", [[1, 0], [0, 1]])   rows with labels\n"
             "A value has two to four axes: batch, head, row, column; the last two are the\n"
             "matrix. Operators work matrix by matrix on a stack, and a 1 in a shape\n"
             "stretches to what it meets. Labels travel: the rows of X label the rows of\n"
             "X @ W_q.\n"},
    {.name = "subscripts",
     .sentence = "A[2,3], A[2], A[:,3], A[1:2,:], A[\"it\",\"sushi\"]",
     .text = "A[2,3]                row 2, column 3\n"
             "A[2]                  row 2, the same as A[2,:]\n"
             "A[:,3]                column 3\n"
             "A[1:2,:]              rows 1 to 2, both of them\n"
             "A[\"it\",\"sushi\"]       by labels\n"
             "A[\"saw#2\",:]          the second of two rows with one label\n"
             "They count from 1, as in α₁,₂, and a range holds both its ends. Here NumPy\n"
             "differs: it counts from 0 and leaves the end out, so A[1:2,:] is A[0:2,:]\n"
             "there. On a stack the head comes first: A[2,1,3] is head 2, row 1, column 3.\n"},
    {.name = "numbers",
     .sentence = "how they are written, shown and rounded",
     .text = "0.5  .5  1e-3  inf  nan  pi\n"
             "All are double precision, computed in full. A matrix is shown with the fewest\n"
             "decimals that show it exactly, up to `precision` (4 at first); ≈ marks a\n"
             "number that was rounded for show. Sums add up in the order of the inner\n"
             "index, so the same digits come out everywhere.\n"},
    {.name = "addresses",
     .sentence = "where goto goes",
     .text = "NAME [operation] [batch b] [head h] [row i [col j [term t]]]\n"
             "goto S                       the whole definition\n"
             "goto S @                     its product\n"
             "goto S @ row 2               the first two rows of it\n"
             "goto S @ row am col so term 2\n"
             "i and j are positions from 1, or labels. An operation that occurs twice is\n"
             "told apart by a number: @#2. Also: goto page 3, goto start, goto end.\n"},
    {.name = "changes",
     .sentence = "edits, pins, undo and reset",
     .text = "W_q[1,2] = 0.5        edits a cell of a matrix that was written out\n"
             "pin A[2,1] = 0        forces a cell of a computed one; unpin frees it\n"
             "undo, redo            one line back, one line on\n"
             "reset                 the lesson's own statements again\n"
             "baseline, compare     keep a copy of all values; show what differs from it\n"
             "What you change stays while you go back and on, until the lesson itself sets\n"
             "the same name or cell.\n"},
    {.name = "questions",
     .sentence = "quizzes, predictions and exercises",
     .text = "answer 2              a choice; answer 1 3 for several; answer 0.35 or 1/3\n"
             "hint, solution, skip  the next hint; the answer; go on without\n"
             "A prediction is locked by your answer and graded after the next formula has\n"
             "run. A number that is not right is looked for among the common slips: no\n"
             "scaling, no root, the other axis, a mask forgotten or late, something not\n"
             "transposed. An exercise is done as soon as its goals hold; what you change in\n"
             "it is put back when you go on.\n"},
    {.name = "conventions",
     .sentence = "words as rows, or words as columns",
     .text = "convention rows       Q = X @ W_q   S = Q @ K.T   O = A @ V   a row a word\n"
             "convention columns    Q = W_q @ X   S = K.T @ Q   O = V @ A   a column a word\n"
             "In columns every value is shown transposed and every formula turned over;\n"
             "what you type and the cells you name are read the same way. The numbers are\n"
             "the same bits.\n"},
    {.name = "keys", .sentence = "what single keys do on the screen", .write = keys_write},
    {.name = "lessons",
     .sentence = "reading and writing them",
     .text = "A lesson is a Markdown file. Fences marked qkv hold statements, `quiz ID`\n"
             "questions, `try ID` exercises; each ## heading begins a page. Space or next\n"
             "goes on, back goes back, run goes to the next page or question, and goto\n"
             "page 3 jumps. `save FILE.md` writes what you made as a lesson.\n"},
};

enum { ROWS = sizeof rows / sizeof rows[0] };

const struct topic *topic_at(size_t index) {
    return index < ROWS ? &rows[index] : NULL;
}
