/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Mistakes that learners make, and the reader's messages, to the letter. */
#include "base/failure.h"
#include "base/text.h"
#include "language/lexer.h"
#include "language/unknown.h"

#include <check.h>
#include <string.h>

static const char *const commands[] = {"next", "explain", "expect", "show", "goto"};

static const struct command *find(const char *word, size_t length) {
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        if (strlen(commands[i]) == length && memcmp(commands[i], word, length) == 0) {
            return (const void *)commands[i];
        }
    }
    return NULL;
}

static const char *nearest(const char *word) {
    const char *best = NULL;
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        best = text_nearer(word, best, commands[i]);
    }
    return best;
}

static const struct reader_words words = {.find = find, .nearest = nearest};

/* clang-format off */
static const struct {
    const char *text;
    size_t column, width;
    const char *message;
} wrongs[] = {
    {"1 < a <= 3 * 2", 1, 14, "comparisons are not chained: write (1 < a) * (a <= 3 * 2)"},
    {"a[a > 0]", 3, 5, "a comparison is no subscript: where(A > 0, A, 0) keeps such cells"},
    {"a − b", 3, 1, "`−` is not a sign of the language: write -"},
    {"a × b", 3, 1, "`×` is not a sign of the language: write * (cell by cell) or @ (the matrix product)"},
    {"“it”", 1, 1, "`“` is not a sign of the language: write plain double quotes"},
    {"a ^ 2", 3, 1, "`^` is not a sign of the language: write ** for a power, .T for the transpose"},
    {"a²", 2, 1, "`²` is not a sign of the language: write **2"},
    {"2x", 1, 2, "a number and a name stuck together: write 2*x"},
    {"2.T", 1, 3, "write (2).T"},
    {"a && b", 3, 2, "`&&` is not a sign of the language: there is no `and`: multiply, (x > 1) * (x < 3)"},
    {"A.t", 2, 2, "after a point only T is allowed: write A.T"},
    {"A.shape", 2, 6, "after a point only T is allowed: write rows(A) or columns(A)"},
    {"np.exp(x)", 1, 6, "leave `np.` out: write exp(…), as in exp([0, 1, 2])"},
    {"np.dot(a, b)", 1, 6, "leave `np.` out: write A @ B"},
    {"A T", 1, 3, "the transpose has a point: write A.T"},
    {"(1 + 2", 1, 1, "this `(` is never closed: `)` is missing"},
    {"[1, 2", 1, 1, "this `[` is never closed: `]` is missing"},
    {"[1, 2)", 6, 1, "`)` cannot close `[`: write `]`"},
    {"True", 1, 4, "there is no `True`: write 1"},
    {"f(x)", 1, 1, "there is no operator `f`; for a product write f * (…) or f @ (…)"},
    {"foo(x)", 1, 3, "there is no operator `foo`: `help` lists those there are, and your own is written foo(x) = …"},
    {"ReLU(x)", 1, 4, "there is no operator `ReLU`: write relu(…), as in relu([-1, 0, 2])"},
    {"np.random.randn(2)", 1, 15, "leave `np.` out: write normal(2, 3)"},
    {"2 * np.pi", 5, 5, "leave `np.` out: write pi"},
    {"torch.foo(x)", 1, 9, "there is no `torch.`, and no operator `foo`"},
    {"A.masked_fill(x)", 2, 12, "after a point only T is allowed: write A + causal(rows(A))"},
    {"sofmax(S)", 1, 6, "there is no operator `sofmax`; did you mean softmax?"},
    {"softmax S", 1, 9, "an operator's values go in brackets: softmax(S)"},
    {"softmax(S, axis=1)", 12, 4, "softmax has no option `axis`: axis -1 (or 1) is each=row here, axis 0 each=column; it is softmax(x, each=row)"},
    {"softmax(S, each=col)", 17, 3, "`each` of softmax is row or column, not col; it is softmax(x, each=row)"},
    {"softmax(S, each=1)", 17, 1, "`each` of softmax is row or column, not 1; it is softmax(x, each=row)"},
    {"softmax()", 1, 9, "softmax needs `x`; it is softmax(x, each=row)"},
    {"softmax(S, row, 3)", 17, 1, "softmax takes no third value; it is softmax(x, each=row)"},
    {"softmax(S, each=row, each=row)", 22, 4, "`each` of softmax is given twice; it is softmax(x, each=row)"},
    {"onehot(2)", 8, 1, "`text` of onehot is a text in double quotes, or its name; it is onehot(\"…\", vocabulary=\"…\")"},
    {"s = [\"a\", 2]", 11, 1, "a list of texts has texts in quotes only: [\"I saw\", \"a dog ran\"]"},
    {"s = [\"a\" \"b\"]", 10, 3, "a comma is missing before \"b\""},
    {"s = [\"a\",", 10, 1, "this list is never closed: `]` is missing"},
    {"softmax(\"it\")", 9, 4, "`x` of softmax is a matrix, not a text in quotes; it is softmax(x, each=row)"},
    {"zeros(3)", 1, 8, "zeros needs two sizes at least, rows and columns; it is zeros(rows, columns)"},
    {"zeros(1,2,3,4,5)", 15, 1, "zeros takes four sizes at most (batch, head, row, column); it is zeros(rows, columns)"},
    {"zeros(sizes=3)", 7, 5, "the sizes of zeros stand one after another, without a name; it is zeros(rows, columns)"},
    {"'it'", 1, 1, "`'` is not a sign of the language: write double quotes: \"it\""},
    {"[1 x]", 4, 1, "a comma is missing: write [1, 2], and rows as [[1, 2], [3, 4]]"},
    {"[1, 2; 3, 4]", 6, 1, "each row has its own brackets: write [[1, 2], [3, 4]]"},
    {"[[1, 2], [3]]", 10, 3, "row 2 has 1 number and row 1 has 2 numbers: all rows of a matrix are equally long"},
    {"[[[1,2]],[[1,2],[3,4]]]", 10, 13, "matrix 2 has 2×2 and matrix 1 has 1×2: all matrices of a stack have one shape"},
    {"[[1, 2], 3]", 10, 1, "a number is next to a row: write each row as [[1, 2], [3, 4]]"},
    {"[]", 1, 2, "a matrix has at least one number: write [0], or zeros(2, 3)"},
    {"[[]]", 2, 2, "a matrix has at least one number: write [0], or zeros(2, 3)"},
    {"A[0]", 3, 1, "subscripts count from 1, as in the documents; NumPy counts from 0"},
    {"A[-1]", 3, 2, "subscripts count from 1, never from the end: the last row is A[rows(A)]"},
    {"A[1.5]", 3, 3, "a subscript is a whole number"},
    {"A[1:2:3]", 6, 1, "a range has two ends and no step: A[1:3]"},
    {"A[3:1]", 3, 3, "this range is empty: it goes from the smaller to the greater, both included"},
    {"A[]", 2, 2, "the subscripts are missing: A[2,3] is a cell, A[2] a row, A[:,3] a column"},
    {"A[1,2,3,4,5]", 11, 1, "there are four axes at most: batch, head, row, column"},
    {"A[...]", 3, 3, "`...` is not a sign of the language: write : for each axis that is whole"},
    {"_ = 3", 1, 1, "`_` is what was shown last; choose another name, such as last"},
    {"[[1. 2.]\n ...\n [3. 4.]]", 1, 1, "NumPy has left numbers out here: np.set_printoptions(threshold=np.inf) prints all"},
    {"pi = 3", 1, 2, "`pi` is a constant; choose another name, such as pi_"},
    {"2 = x", 1, 1, "a number cannot be defined: a name begins with a letter"},
    {"Q.T = x", 1, 3, "only a name can be defined: write it without .T"},
    {"A[1][2] = 3", 1, 7, "an edit takes one pair of brackets after a name: A[1,2] = 0.5"},
    {"softmax(x) = 3", 1, 7, "softmax is built in: take my_softmax"},
    {"exp(x) @ y = 3", 1, 12, "`exp(x) @ y` cannot be assigned: only a name (Q = …) or a cell (A[1,2] = …)"},
    {"= 3", 1, 1, "a name is missing before `=`"},
    {"Q =", 3, 1, "an expression is missing after `=`"},
    {"a = b = c", 7, 1, "one `=` in a statement: write two statements, or compare in `expect A = B`"},
    {"Q W = 3", 1, 3, "a name is one word: Q_W"},
    {"import numpy as np", 1, 6, "`import`: nothing has to be imported: write softmax(x) at once"},
    {"explian A[1,2]", 1, 7, "there is no command `explian`; did you mean explain?"},
    {"Q K", 1, 3, "an operator is missing: write Q @ K (the matrix product) or Q * K"},
    {"2 (3)", 1, 3, "an operator is missing before `(`: write 2 * (…) or 2 @ (…)"},
    {"A \"it\"", 1, 6, "a label goes in brackets: A[\"it\"]"},
    {"* 3", 1, 1, "a value is missing before `*`"},
    {"3 *", 3, 1, "a value is missing after `*`"},
    {"()", 1, 2, "a value is missing between the brackets"},
    {"a + + b", 5, 1, "a number needs no + before it: leave it out"},
    {"+3", 1, 1, "a number needs no + before it: leave it out"},
    {"a @@ b", 4, 1, "a value is missing between `@` and `@`"},
    {"A[1", 2, 1, "this `[` is never closed: `]` is missing"},
    {"\"it", 1, 3, "the quotes are not closed: a text ends with \" on its own line"},
    {"1_000", 1, 2, "write the digits of a number without _"},
    {"0x10", 1, 4, "write numbers with the digits 0 to 9"},
    {"1.2.3", 1, 5, "a number has one point only"},
    {"1e999", 1, 5, "this number is too big: the greatest is about 1.8e308; infinity is inf"},
    {"2e", 1, 2, "the exponent has no digits: write 2e3, or 2*e for a product"},
    {"5%", 2, 1, "`%` is not a sign of the language: write a percentage as a number, such as 0.5; a comment starts with #"},
    {"x = 3)", 6, 1, "this `)` closes nothing: a `(` is missing"},
    {"x]", 2, 1, "this `]` closes nothing: a `[` is missing"},
    {"1, 2", 2, 1, "a comma is used inside brackets only: [1, 2], or f(x, each=row)"},
    {"A[saw#2]", 6, 1, "a label is written in double quotes: A[\"saw#2\"]"},
    {"A += 2", 3, 2, "`+=` is not a sign of the language: write a new name: A2 = A + 2"},
    {"x = {1, 2}", 5, 1, "`{` is not a sign of the language: write [ ] around the cells of a matrix, ( ) to group"},
    {"A.*B", 2, 2, "`.*` is not a sign of the language: write * alone: it works cell by cell"},
    {"A.sum()", 1, 5, "an operator comes before its value: write sum(A)"},
    {"K.T()", 4, 1, ".T takes no brackets"},
    {"A.", 2, 1, "after a point comes T, the transpose: A.T"},
    {"a b c", 1, 3, "an operator is missing: write a @ b (the matrix product) or a * b"},
    {"lambda x: 3", 1, 6, "`lambda`: an operator of your own has a name and a line: write f(x) = x * 2"},
    {"softmax(S each=row)", 11, 4, "a comma is missing before each; it is softmax(x, each=row)"},
    {"softmax(S, , 3)", 12, 1, "a value is missing between `,` and `,`"},
    {"softmax(S, each=)", 12, 4, "a value is missing after each=; it is softmax(x, each=row)"},
    {"softmax(each=row, S)", 19, 1, "values come before the options with a name; it is softmax(x, each=row)"},
    {"softmax(a=1)", 9, 1, "softmax has no option `a`; it is softmax(x, each=row)"},
    {"tokens(\"a\", M, columns=2)", 24, 1, "`columns` of tokens is a text in double quotes, or its name; it is tokens(\"…\", matrix, columns=\"…\")"},
    {"max(x, 0)", 8, 1, "`each` of max is row, column or whole, not 0 (of two values the larger is maximum(A, B)); it is max(x, each=whole)"},
    {"A and B", 3, 3, "`and`: there is no `and`: multiply, (x > 1) * (x < 3)"},
    {"(1, 2)", 3, 1, "round brackets contain one value: write a row as [1, 2], and sizes without them, zeros(2, 3)"},
    {"_x = 3", 1, 1, "`_` is not a sign of the language: a name begins with a letter"},
    {"if a", 1, 2, "`if`: there are no conditions: where(c, a, b) chooses cell by cell"},
    {"A' = it’s", 8, 1, "`’` is not a sign of the language: write a plain prime, '"},
    {"√2", 1, 1, "`√` is not a sign of the language: write sqrt(x)"},
    {"Kᵀ", 2, 1, "`ᵀ` is not a sign of the language: write .T for the transpose"},
    {"x = 1…3", 6, 1, "`…` is not a sign of the language: write every part out"},
    {"[1:3]", 3, 1, "write every number out: a range is used in subscripts only"},
    {"∞", 1, 1, "`∞` is not a sign of the language: write inf"},
    {"∑ x", 1, 1, "`∑` is not a sign of the language: write sum(x)"},
    {"a ≤ b", 3, 1, "`≤` is not a sign of the language: write <="},
    {"１＋２", 2, 2, "`＋` is not a sign of the language: write +"},
    {"causal(\"x\")", 8, 3, "`n` of causal is a number, not a text in quotes; it is causal(n)"},
    {"negate(x)", 1, 6, "there is no operator `negate`: write -A"},
    {"A[1;2]", 4, 1, "each row has its own brackets: write [[1, 2], [3, 4]]"},
    {"Aʹ B", 1, 4, "an operator is missing: write Aʹ @ B (the matrix product) or Aʹ * B"},
    {"W q", 1, 3, "an operator is missing: write W @ q (the matrix product) or W * q"},
    {"[1,,2]", 4, 1, "a value is missing between `,` and `,`"},
    {"transpose(A)", 1, 9, "there is no operator `transpose`: write A.T"},
    {"1 2", 1, 3, "an operator is missing: write 1 @ 2 (the matrix product) or 1 * 2"},
    {"(a)(b)", 3, 2, "an operator is missing between `)` and `(`: write * or @"},
    {"A[2](3)", 4, 2, "an operator is missing between `]` and `(`: write * or @"},
    {"x = \"a\" * 2", 5, 3, "a text is not a number: it is used alone, s = \"…\", in onehot(\"…\"), or as a label in A[\"…\"]"},
    {"x = 2 * \"a\"", 9, 3, "a text is not a number: it is used alone, s = \"…\", in onehot(\"…\"), or as a label in A[\"…\"]"},
    {"€", 1, 1, "`€` is not a sign of the language"},
    {"😀 = 2", 1, 2, "`😀` is not a sign of the language"},
    {"A[1,2", 2, 1, "this `[` is never closed: `]` is missing"},
    {"softmax(S,", 8, 1, "this `(` is never closed: `)` is missing"},
    {"A[1:", 2, 1, "this `[` is never closed: `]` is missing"},
    {"A[,1]", 3, 1, "a subscript is missing before `,`: write : for a whole axis"},
    {"softmax(S, each=row", 8, 1, "this `(` is never closed: `)` is missing"},
    {"f(", 2, 1, "this `(` is never closed: `)` is missing"},
    {"(]", 2, 1, "a value is missing before `]`"},
    {"A[1)", 4, 1, "`)` cannot close `[`: write `]`"},
    {"softmax(S]", 10, 1, "`]` cannot close `(`: write `)`"},
    {"a : b", 3, 1, "a colon is used in subscripts only: A[1:2, :]"},
    {"\"a\" + 1", 1, 3, "a text is not a number: it is used alone, s = \"…\", in onehot(\"…\"), or as a label in A[\"…\"]"},
    {"softmax(S) = ", 1, 7, "softmax is built in: take my_softmax"},
    {"A[1,2] =", 8, 1, "a number is missing after `=`"},
    {"a * = 3", 5, 1, "a value is missing between `*` and `=`"},
    {"A.1", 2, 2, "after a point only T is allowed, the transpose: A.T"},
    {".T", 1, 1, "a value is missing before `.`"},
    {"A.Tx", 2, 3, "after a point only T is allowed, the transpose: A.T"},
    {"A..T", 2, 1, "after a point comes T, the transpose: A.T"},
    {"x = y = ", 7, 1, "one `=` in a statement: write two statements, or compare in `expect A = B`"},
    {"1 = 1", 1, 1, "a number cannot be defined: a name begins with a letter"},
    {"layernorm(x, 1e-5)", 14, 4, "by its position 1e-5 is gain: write eps=1e-5, or gain=1e-5; it is layernorm(x, gain=…, bias=…, eps=1e-5, each=row)"},
    {"layernorm(x, eps)", 14, 3, "by its position eps is gain: write eps=eps, or gain=eps; it is layernorm(x, gain=…, bias=…, eps=1e-5, each=row)"},
    {"layernorm(x, g, eps)", 17, 3, "by its position eps is bias: write eps=eps, or bias=eps; it is layernorm(x, gain=…, bias=…, eps=1e-5, each=row)"},
    {"layernorm(x, gamma=2)", 14, 5, "layernorm has no option `gamma`; it is layernorm(x, gain=…, bias=…, eps=1e-5, each=row)"},
    {"gelu(x, approximate=erf)", 21, 3, "`approximate` of gelu is none or tanh, not erf; it is gelu(x, approximate=none)"},
    {"join(a)", 1, 7, "join needs `b`; it is join(a, b, each=row)"},
    {"matrix(1)", 1, 6, "there is no operator `matrix`: write [[1, 2], [3, 4]]"},
    {"zeros(2, 3, 4, seed=1)", 16, 4, "zeros has no option `seed`; it is zeros(rows, columns)"},
    {"zeros(\"a\", 2)", 7, 3, "`sizes` of zeros is a number, not a text in quotes; it is zeros(rows, columns)"},
    {"zeros()", 1, 7, "zeros needs two sizes at least, rows and columns; it is zeros(rows, columns)"},
    {"onehot(\"a\", \"b\", \"c\")", 18, 3, "onehot takes no third value; it is onehot(\"…\", vocabulary=\"…\")"},
    {"A[1:-2]", 5, 2, "subscripts count from 1, never from the end: the last row is A[rows(A)]"},
    {"A[\"a]", 3, 3, "the quotes are not closed: a text ends with \" on its own line"},
    {"A[inf]", 3, 3, "a subscript is a whole number"},
    {"A[True]", 3, 4, "there is no `True`: write 1"},
    {"A[i=1]", 4, 1, "`=` stands after the name at the start of a statement, or in an option"},
    {"print(A)", 1, 5, "there is no operator `print`: write A: an expression alone shows its value"},
    {"def f", 1, 3, "`def`: an operator of your own is written f(x) = x * 2; longer ones have their lines below f(x) =, indented"},
    {"return a", 1, 6, "`return`: leave it out: the last line of a body is its value, and an expression alone shows its own"},
    {"f() = 2", 2, 2, "an operator takes at least one value: without any, write f = …"},
    {"f(x, x) = 2", 6, 1, "x is defined already: each name is used once"},
    {"f(x=1) = 2", 4, 1, "a parameter has no default: every call gives all values"},
    {"f(2) = 2", 3, 1, "a parameter is a name: f(x, y) = …"},
    {"f(x.y) = 2", 3, 3, "a parameter is a name: f(x, y) = …"},
    {"f(x y) = 2", 5, 1, "write a comma between parameters: f(x, y)"},
    {"f(T) = 2", 3, 1, "`T` is the transpose; choose another name, such as T_"},
    {"f(pi) = 2", 3, 2, "`pi` is a constant; choose another name, such as pi_"},
    {"f(x) =", 1, 6, "the lines of f are missing: indent them; the last is its value"},
    {"f(x) =\n  a = x\n", 3, 5, "the last line is the value of f: write an expression alone, such as a"},
    {"f(x) =\n  x\n  x + 1\n", 3, 1, "only the last line is a value alone: write NAME = … before this one"},
    {"f(x) =\n  x = 2\n  x\n", 3, 1, "x is defined already: each name is used once"},
    {"f(x) =\n  y = y + 1\n  x\n", 7, 1, "y cannot use itself; give the new value its own name, such as y2"},
    {"f(x) =\n  y = z\n  z = x\n  y\n", 7, 1, "z comes further down in f: put its line first"},
    {"f(x) =\n  g(y) = x\n  x\n", 3, 1, "an operator is not defined inside another: write g(…) = … before it"},
    {"f(x) =\n  show x\n  x\n", 3, 4, "`show` is a command: a body has formulas only"},
    {"f(x) =\n  y = x; y\n", 8, 1, "each formula of a body has its own line"},
    {"f(x) =\n  y = (x", 7, 1, "this `(` is never closed: `)` is missing"},
    {"f(x) =\n  A[1,2] = 3\n  x\n", 10, 1, "a line of a body is NAME = …, or the value alone at the end"},
    {"H.A = 3", 1, 3, "H.A is inside a definition: what it calls decides; pin sets its cells"},
    {"len(A)", 1, 3, "there is no operator `len`: write rows(A) or columns(A)"},
    {"(a, b) = c", 3, 1, "round brackets contain one value: write a row as [1, 2], and sizes without them, zeros(2, 3)"},
    {"a ? b", 3, 1, "`?` is not a sign of the language: type `help` and a word to learn about it"},
    {"a | b", 3, 1, "`|` is not a sign of the language: write abs(x) for cells without their signs, norm(x) for a length"},
    {"!a", 1, 1, "`!` is not a sign of the language: leave it out"},
    {"~a", 1, 1, "`~` is not a sign of the language: it comes before a tolerance, at the end of an expect"},
    {"a // b", 3, 2, "`//` is not a sign of the language: write one / to divide; a comment starts with #"},
    {"a ++ b", 3, 2, "`++` is not a sign of the language: write one +"},
    {"x := 3", 3, 2, "`:=` is not a sign of the language: write = to define a name"},
    {"x -> y", 3, 2, "`->` is not a sign of the language: write = after a name to define it"},
    {"a <> b", 3, 2, "`<>` is not a sign of the language: write !="},
    {"a || b", 3, 2, "`||` is not a sign of the language: there is no `or`: write maximum(x < 1, x > 3)"},
    {"a => b", 3, 2, "`=>` is not a sign of the language: write >="},
    {"$x", 1, 1, "`$` is not a sign of the language: leave it out: a name needs no sign"},
    {"\\frac", 1, 1, "`\\` is not a sign of the language: a line continues by itself while a bracket is open"},
    {"`x`", 1, 1, "``` is not a sign of the language: leave it out"},
    {"a.^2", 2, 2, "`.^` is not a sign of the language: write **: it works cell by cell"},
    {"A.'", 2, 2, "`.'` is not a sign of the language: write .T for the transpose"},
    {"a@=b", 2, 2, "`@=` is not a sign of the language: write a new name: A2 = A @ B"},
    {"3x3", 1, 3, "a number and a name stuck together: write 3*x3"},
    {"2e5x", 1, 4, "a number and a name stuck together: write 2e5*x"},
    {"1e+", 1, 2, "the exponent has no digits: write 1e3, or 1*e for a product"},
    {"5 %", 3, 1, "`%` is not a sign of the language: write a percentage as a number, such as 0.5; a comment starts with #"},
    {"x = 3 4", 5, 3, "an operator is missing: write 3 @ 4 (the matrix product) or 3 * 4"},
    {"[[[[[1]]]]]", 5, 1, "brackets go four deep at most: batch, head, row, column"},
    {"[1, \"a\"]", 5, 3, "a matrix has numbers only: words go into onehot(\"…\") or tokens(\"…\", matrix)"},
    {"[1 : 2]", 4, 1, "write every number out: a range is used in subscripts only"},
    {"softmax(S; T)", 10, 1, "a bracket is open: close it before the `;`"},
    {"normal(2, 3, 4, 5, 6)", 20, 1, "normal takes four sizes at most (batch, head, row, column); it is normal(rows, columns, mean=0, std=1, seed=…)"},
    {"exp()", 1, 5, "exp needs `x`; it is exp(x)"},
    {"exp(x, y)", 8, 1, "exp takes no second value; it is exp(x)"},
    {"W_q W_k", 1, 7, "an operator is missing: write W_q @ W_k (the matrix product) or W_q * W_k"},
    {"A [1] [", 7, 1, "this `[` is never closed: `]` is missing"},
    {"inf = 3", 1, 3, "`inf` is a constant; choose another name, such as inf_"},
    {"True = 1", 1, 4, "`True` is a word of Python; choose another name, such as True_"},
    {"x y = 3", 1, 3, "a name is one word: x_y"},
    {"K’", 2, 1, "`’` is not a sign of the language: write a plain prime, '"},
    {"a b", 1, 3, "an operator is missing: write a @ b (the matrix product) or a * b"},
    {"a\u200Bb", 2, 6, "the character U+200B is not a sign of the language: it is invisible: delete it"},
    {"naïve é", 1, 7, "an operator is missing: write naïve @ é (the matrix product) or naïve * é"},
    {"a\u00A0b", 2, 1, "the character U+00A0 is not a sign of the language: write an ordinary space"},
    {"A\uFEFF", 2, 6, "the character U+FEFF is not a sign of the language: it is invisible: delete it"},
    {"Q = ", 3, 1, "an expression is missing after `=`"},
    {"Q = # none", 3, 1, "an expression is missing after `=`"},
    {"A[1] = ;", 6, 1, "a number is missing after `=`"},
    {"= 2", 1, 1, "a name is missing before `=`"},
};
/* clang-format on */

static bool leads_nowhere(void *context, const struct node *name) {
    return strchr(name->text, '.') == NULL || unknown_path(name->text, name->span, context);
}

/* Finds names and calls without a meaning, as in an empty notebook. */
static bool means_nothing(const struct statements *statements, struct failure *failure) {
    for (size_t i = 0; i < statements->count; i++) {
        const struct tree *tree = statements->list[i].value;
        if (tree != NULL && (!reader_check_calls(tree->root, NULL, failure) ||
                             !tree_names(tree->root, leads_nowhere, failure))) {
            return true;
        }
    }
    return false;
}

static void read_wrong(const char *text, struct failure *failure) {
    struct statements statements;
    *failure = (struct failure){0};
    ck_assert_msg(!reader_statements(text, &words, &statements, failure) ||
                      means_nothing(&statements, failure),
                  "%s is read", text);
    ck_assert(failure->set && failure->placed);
    ck_assert_uint_le(failure->span.start, failure->span.end);
    ck_assert_uint_le(failure->span.end, strlen(text));
    statements_release(&statements);
}

START_TEST(says_what_is_wrong_and_where) {
    struct failure failure;
    read_wrong(wrongs[_i].text, &failure);
    ck_assert_str_eq(failure.message, wrongs[_i].message);
    failure_locate(&failure, "typed", wrongs[_i].text, 1);
    ck_assert_uint_eq(failure.column, wrongs[_i].column);
    ck_assert_uint_eq(failure.width, wrongs[_i].width);
}
END_TEST

/* The span moves along when other statements come before. */
START_TEST(the_place_counts_from_the_line) {
    struct failure alone, among;
    struct text text = {0};
    text_format(&text, "é = 1; %s", wrongs[_i].text);
    read_wrong(wrongs[_i].text, &alone);
    read_wrong(text_string(&text), &among);
    ck_assert_str_eq(among.message, alone.message);
    ck_assert_uint_eq(among.span.start, alone.span.start + strlen("é = 1; "));
    ck_assert_uint_eq(among.span.end, alone.span.end + strlen("é = 1; "));
    text_release(&text);
}
END_TEST

START_TEST(bytes_that_are_no_text) {
    static const struct {
        const char *bytes;
        size_t length, start;
        const char *message;
    } rows[] = {
        {"Q = \xFF", 5, 4, "the byte 0xFF is no UTF-8 text: save the file as UTF-8"},
        {"Q = \xC3", 5, 4, "the byte 0xC3 is no UTF-8 text: save the file as UTF-8"},
        {"\xED\xA0\x80", 3, 0, "the byte 0xED is no UTF-8 text: save the file as UTF-8"},
        {"a\x07", 2, 1, "a control character (0x07): delete it"},
        {"a\x7F", 2, 1, "a control character (0x7F): delete it"},
        {"a\0b", 3, 1, "a control character (0x00): delete it"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct failure failure = {0};
        ck_assert(!lexer_check(rows[i].bytes, rows[i].length, &failure));
        ck_assert_str_eq(failure.message, rows[i].message);
        ck_assert_uint_eq(failure.span.start, rows[i].start);
        if (strlen(rows[i].bytes) == rows[i].length) {
            read_wrong(rows[i].bytes, &failure);
        }
    }
    struct failure failure = {0};
    ck_assert(lexer_check("a\tb\r\né", 7, &failure));
}
END_TEST

START_TEST(too_deep) {
    static const struct {
        const char *open, *middle, *close;
        size_t most;
        const char *message;
    } rows[] = {
        {"(", "1", ")", 199,
         "more than 200 brackets or signs inside one another: name a part of it"},
        {"-", "1", "", 199,
         "more than 200 brackets or signs inside one another: name a part of it"},
        {"exp(", "1", ")", 199,
         "more than 200 brackets or signs inside one another: name a part of it"},
        {"2**", "1", "", 199,
         "more than 200 brackets or signs inside one another: name a part of it"},
        {"", "a", ".T", 199,
         "this formula is more than 200 operations deep: give a part of it a name"},
        {"a+", "a", "", 199,
         "this formula is more than 200 operations deep: give a part of it a name"},
        {"", "a", "[1]", 199,
         "this formula is more than 200 operations deep: give a part of it a name"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct failure failure = {0};
        struct text text = {0};
        text_repeat(&text, rows[i].open, rows[i].most);
        text_append(&text, rows[i].middle);
        text_repeat(&text, rows[i].close, rows[i].most);
        struct tree *tree = reader_expression(text_string(&text), &failure);
        ck_assert_msg(tree != NULL, "%s: %s", text_string(&text), failure.message);
        tree_release(tree);
        text_clear(&text);
        text_repeat(&text, rows[i].open, rows[i].most + 1);
        text_append(&text, rows[i].middle);
        text_repeat(&text, rows[i].close, rows[i].most + 1);
        read_wrong(text_string(&text), &failure);
        ck_assert_str_eq(failure.message, rows[i].message);
        text_release(&text);
    }
}
END_TEST

START_TEST(too_many) {
    struct failure failure;
    struct text text = {0};
    text_repeat(&text, "1;", STATEMENTS_LIMIT + 1);
    read_wrong(text_string(&text), &failure);
    ck_assert_uint_eq(failure.span.start, 2 * STATEMENTS_LIMIT);
    text_release(&text);
}
END_TEST

/* An open bracket ends where the next line defines a name. */
START_TEST(over_several_lines) {
    static const struct {
        const char *text;
        size_t start;
        const char *message;
    } rows[] = {
        {"X = [1,\nY = 2", 4, "this `[` is never closed: `]` is missing"},
        {"X = [1,\n  Y = 2", 4, "this `[` is never closed: `]` is missing"},
        {"X = softmax(S\nY = 2", 11, "this `(` is never closed: `)` is missing"},
        {"Q +\n1", 2, "a value is missing after `+`"},
        {"[1,\n 2 3]", 7, "a comma is missing: write [1, 2], and rows as [[1, 2], [3, 4]]"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct failure failure;
        read_wrong(rows[i].text, &failure);
        ck_assert_str_eq(failure.message, rows[i].message);
        ck_assert_uint_eq(failure.span.start, rows[i].start);
    }
}
END_TEST

START_TEST(one_expression_or_reference) {
    static const struct {
        bool reference;
        const char *text, *message;
    } rows[] = {
        {false, "", "an expression is missing"},
        {false, "a; b", "one expression is expected here, not several"},
        {false, "a\nb", "the expression ended with its line: open a bracket to go on"},
        {false, "a = b",
         "one `=` in a statement: write two statements, or compare in `expect A = B`"},
        {true, "a + b", "write a name or cells of one, such as A or A[1,2]"},
        {true, "A.T", "write a name or cells of one, such as A or A[1,2]"},
        {true, "A.T[1]", "write a name or cells of one, such as A or A[1,2]"},
        {true, "2", "write a name or cells of one, such as A or A[1,2]"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct failure failure = {0};
        ck_assert_ptr_null(rows[i].reference ? reader_reference(rows[i].text, &failure)
                                             : reader_expression(rows[i].text, &failure));
        ck_assert_str_eq(failure.message, rows[i].message);
    }
}
END_TEST

Suite *language_errors_suite(void);
Suite *language_errors_suite(void) {
    Suite *suite = suite_create("language/errors");
    TCase *core = tcase_create("core");
    int count = (int)(sizeof wrongs / sizeof wrongs[0]);
    tcase_add_loop_test(core, says_what_is_wrong_and_where, 0, count);
    tcase_add_loop_test(core, the_place_counts_from_the_line, 0, count);
    tcase_add_test(core, bytes_that_are_no_text);
    tcase_add_test(core, over_several_lines);
    tcase_add_test(core, one_expression_or_reference);
    TCase *limits = tcase_create("limits");
    tcase_add_test(limits, too_deep);
    tcase_add_test(limits, too_many);
    suite_add_tcase(suite, core);
    suite_add_tcase(suite, limits);
    return suite;
}
