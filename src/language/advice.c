/* What the learner knows by another name, from NumPy, PyTorch, MATLAB or Python. */
#include "language/parser.h"

#include "base/text.h"

struct advice {
    const char *name;
    const char *sentence;
};

static const char *find(const struct advice *list, const char *name) {
    for (; list->name != NULL; list++)
        if (text_same(list->name, name))
            return list->sentence;
    return NULL;
}

const char *advice_operator(const char *name) {
    static const struct advice list[] = {
        {"T", "write A.T"},
        {"transpose", "write A.T"},
        {"dot", "write A @ B"},
        {"matmul", "write A @ B"},
        {"mm", "write A @ B"},
        {"bmm", "write A @ B"},
        {"einsum", "write A @ B"},
        {"multiply", "write A * B"},
        {"add", "write A + B"},
        {"pow", "write A ** 2"},
        {"power", "write A ** 2"},
        {"negate", "write -A"},
        {"array", "write the brackets alone: [[1, 2], [3, 4]]"},
        {"tensor", "write the brackets alone: [[1, 2], [3, 4]]"},
        {"asarray", "write the brackets alone: [[1, 2], [3, 4]]"},
        {"matrix", "write the brackets alone: [[1, 2], [3, 4]]"},
        {"len", "write rows(A)"},
        {"size", "write rows(A) or columns(A)"},
        {"shape", "write rows(A) or columns(A)"},
        {"identity", "write eye(n)"},
        {"randn", "write normal(rows, columns)"},
        {"rand", "write uniform(rows, columns)"},
        {"random", "write uniform(rows, columns)"},
        {"concatenate", "write join(A, B)"},
        {"hstack", "write join(A, B)"},
        {"cat", "write join(A, B)"},
        {"split", "write heads(x, h)"},
        {"mask", "write causal(n)"},
        {"tril", "write causal(n)"},
        {"triu", "write causal(n)"},
        {"average", "write mean(x)"},
        {"ln", "write log(x)"},
        {"log10", "write log(x) / log(10)"},
        {"log2", "write log(x) / log(2)"},
        {"print", "an expression alone shows its value"},
        {"float", "every number is a double already"},
        {"int", "every number is a double already"},
        {"attention", "write it out: softmax(Q @ K.T / sqrt(d_k)) @ V"},
        {"Attention", "write it out: softmax(Q @ K.T / sqrt(d_k)) @ V"},
        {"SelfAttention", "write it out: softmax(Q @ K.T / sqrt(d_k)) @ V"},
        {"LayerNorm", "write layernorm(x, gain, bias)"},
        {"layer_norm", "write layernorm(x, gain, bias)"},
        {NULL, NULL},
    };
    return find(list, name);
}

const char *advice_attribute(const char *name) {
    static const struct advice list[] = {
        {"t", "write .T, with a capital"},
        {"T'", "write .T alone"},
        {"transpose", "write .T"},
        {"mT", "write .T: it swaps the last two axes"},
        {"H", "write .T"},
        {"shape", "write rows(A) and columns(A)"},
        {"size", "write rows(A) and columns(A)"},
        {"dot", "write A @ B"},
        {"matmul", "write A @ B"},
        {"reshape", "heads(x, h) and concat(x) move the columns"},
        {"view", "heads(x, h) and concat(x) move the columns"},
        {"item", "A[1,1] is a number already"},
        {NULL, NULL},
    };
    return find(list, name);
}

const char *advice_word(const char *name) {
    static const struct advice list[] = {
        {"import", "nothing has to be imported: write softmax(x) at once"},
        {"from", "nothing has to be imported: write softmax(x) at once"},
        {"def", "there are no functions to define: write a formula, such as Q = X @ W_q"},
        {"lambda", "there are no functions to define: write a formula, such as Q = X @ W_q"},
        {"return", "leave it out: an expression alone shows its value"},
        {"print", "leave it out: an expression alone shows its value"},
        {"let", "leave it out: write NAME = EXPRESSION"},
        {"var", "leave it out: write NAME = EXPRESSION"},
        {"const", "leave it out: write NAME = EXPRESSION"},
        {"for", "there are no loops: an operator works on the whole matrix"},
        {"while", "there are no loops: an operator works on the whole matrix"},
        {"if", "there are no conditions: where(c, a, b) chooses cell by cell"},
        {"del", "there is no need to delete: a new definition replaces the old one"},
        {"not", "there is no `not`: write A == 0"},
        {"and", "there is no `and`: multiply, (x > 1) * (x < 3)"},
        {"or", "there is no `or`: write maximum(x < 1, x > 3)"},
        {NULL, NULL},
    };
    return find(list, name);
}
