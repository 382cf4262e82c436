/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Names from NumPy, PyTorch, MATLAB or Python, and what to write here: one table for f(…), np.f and
 * A.f. */
#include "language/advice.h"

#include "base/text.h"

struct advice {
    const char *names; /* the other notations' names, separated by single blanks */
    const char *write; /* what to write here, with values A, B, x …: a line that runs, or two with "
                          or " between */
    const char *why;   /* a remark; may be NULL */
};

static const struct advice table[] = {
    /* products, and arithmetic that has a sign */
    {"dot matmul mm bmm einsum inner vdot tensordot mv", "A @ B", NULL},
    {"outer", "x.T @ x", NULL},
    {"multiply mul", "A * B", NULL},
    {"add", "A + B", NULL},
    {"subtract sub", "A - B", NULL},
    {"divide div true_divide", "A / B", NULL},
    {"pow power square", "A ** 2", NULL},
    {"negate negative neg", "-A", NULL},
    {"reciprocal", "1 / A", NULL},
    {"transpose T swapaxes mT t H", "A.T", NULL},
    /* functions of each cell */
    {"ln", "log(A)", NULL},
    {"log10", "log(A) / log(10)", NULL},
    {"log2", "log(A) / log(2)", NULL},
    {"log1p", "log(1 + A)", NULL},
    {"exp2", "2 ** A", NULL},
    {"expm1", "exp(A) - 1", NULL},
    {"rsqrt", "1 / sqrt(A)", NULL},
    {"cbrt", "A ** (1 / 3)", NULL},
    {"tan", "sin(A) / cos(A)", NULL},
    {"acos", "arccos(A)", NULL},
    {"arcsin asin", "pi / 2 - arccos(A)", NULL},
    {"sinh", "(exp(A) - exp(-A)) / 2", NULL},
    {"cosh", "(exp(A) + exp(-A)) / 2", NULL},
    {"radians deg2rad", "A * pi / 180", NULL},
    {"degrees rad2deg", "A * 180 / pi", NULL},
    {"fabs absolute", "abs(A)", NULL},
    {"fmax", "maximum(A, B)", NULL},
    {"fmin", "minimum(A, B)", NULL},
    {"sign sgn", "(A > 0) - (A < 0)", NULL},
    {"heaviside", "A > 0", NULL},
    {"elu", "where(A > 0, A, exp(A) - 1)", NULL},
    {"leaky_relu LeakyReLU", "where(A > 0, A, 0.01 * A)", NULL},
    {"relu6", "clip(A, 0, 6)", NULL},
    {"clamp hardtanh", "clip(A, -1, 1)", NULL},
    {"softplus", "log(1 + exp(A))", NULL},
    {"swish", "silu(A)", NULL},
    /* comparisons and choices */
    {"equal eq", "A == B", NULL},
    {"not_equal ne", "A != B", NULL},
    {"greater gt", "A > B", NULL},
    {"greater_equal ge", "A >= B", NULL},
    {"less lt", "A < B", NULL},
    {"less_equal le", "A <= B", NULL},
    {"logical_not", "A == 0", NULL},
    {"logical_and", "(A > 0) * (B > 0)", NULL},
    {"logical_or", "maximum(A > 0, B > 0)", NULL},
    {"any", "max(A > 0)", NULL},
    {"all", "min(A > 0)", NULL},
    {"isclose allclose array_equal", "expect A = A ~ 1e-9", NULL},
    {"count_nonzero nonzero", "count(A)", NULL},
    {"argwhere", "A != 0", NULL},
    {"isnan", "A != A", NULL},
    {"isinf", "abs(A) == inf", NULL},
    {"isfinite", "abs(A) < inf", NULL},
    {"cond select", "where(A > 0, A, B)", NULL},
    /* softmax and its kin */
    {"softmin", "softmax(-A)", NULL},
    {"log_softmax LogSoftmax", "log(softmax(A))", NULL},
    {"logsumexp", "log(sum(exp(A), each=row))", NULL},
    {"normalize", "A / norm(A, each=row)", NULL},
    {"cosine_similarity", "A @ A.T / (norm(A, each=row) * norm(A, each=row).T)", NULL},
    {"LayerNorm layer_norm", "layernorm(A)", NULL},
    {"RMSNorm rms_norm", "rmsnorm(A)", NULL},
    /* numbers of a whole line */
    {"average", "mean(A)", NULL},
    {"median quantile percentile", "sort(A)", "the numbers in order: the middle one is the median"},
    {"amax nanmax", "max(A)", NULL},
    {"amin nanmin", "min(A)", NULL},
    {"nansum", "sum(A)", NULL},
    {"argmin", "argmax(-A)", NULL},
    {"prod product", "exp(sum(log(A)))", "where all are positive"},
    {"cumprod", "exp(cumsum(log(A)))", "where all are positive"},
    {"diff", "x[:,2:] - x[:,:1]", "each but the first, less the one before"},
    {"unique", "sort(A)", "equal numbers then stand side by side"},
    {"bincount", "sum(onehot(\"I saw I\"), each=column)", NULL},
    {"trace", "sum(A * eye(2))", NULL},
    {"diag diagonal", "A * eye(2)", NULL},
    /* shapes */
    {"len length size shape ndim", "rows(A) or columns(A)", NULL},
    {"concatenate cat", "join(A, B) or join(A, B, each=column)", NULL},
    {"hstack column_stack", "join(A, B)", NULL},
    {"vstack row_stack append", "join(A, B, each=column)", NULL},
    {"split chunk hsplit", "heads(A, 2)", NULL},
    {"view flatten ravel", "reshape(A, 1, 4)", NULL},
    {"squeeze unsqueeze expand_dims newaxis", "A", "a 1 in a shape stretches by itself"},
    {"repeat tile repmat expand broadcast_to", "ones(3, 1) @ x", NULL},
    {"flip flipud fliplr roll", "permute(A, [2, 1])", NULL},
    {"take gather index_select", "A[[2, 1],:]", NULL},
    {"moveaxis", "A.T", NULL},
    {"unbind", "A[1,:]", NULL},
    {"pad", "join(A, zeros(2, 1))", NULL},
    {"shuffle choice randperm", "permute(A, argsort(uniform(1, 2)))", NULL},
    {"tril", "where(causal(rows(A)) == 0, A, 0)", NULL},
    {"triu", "where(causal(rows(A)).T == 0, A, 0)", NULL},
    {"key_padding_mask pad_sequence", "padding([\"I saw\", \"I\"])", NULL},
    {"tokenize tokenizer Tokenizer encode", "ids(\"I saw\", E)", NULL},
    {"mask attn_mask masked_fill", "A + causal(rows(A))", NULL},
    {"causal_mask", "causal(4)", NULL},
    {"positional_encoding PositionalEncoding sinusoidal", "positions(4, 6)", NULL},
    /* where values come from */
    {"array asarray matrix Tensor mat", "[[1, 2], [3, 4]]", NULL},
    {"identity", "eye(3)", NULL},
    {"empty", "zeros(2, 3)", NULL},
    {"full", "5 * ones(2, 3)", NULL},
    {"full_like", "0 * A + 5", NULL},
    {"zeros_like", "0 * A", NULL},
    {"ones_like", "0 * A + 1", NULL},
    {"range", "arange(5)", NULL},
    {"logspace", "10 ** arange(3)", NULL},
    {"meshgrid", "x.T * ones(1, 2)", NULL},
    {"linspace", "(arange(5) - 1) / 4", NULL},
    {"randn standard_normal", "normal(2, 3)", NULL},
    {"rand random random_sample", "uniform(2, 3)", NULL},
    {"seed manual_seed", "normal(2, 3, seed=1)", NULL},
    {"Dropout dropout", "A * (uniform(2, 2) > 0.1) / 0.9", NULL},
    {"one_hot", "onehot(\"I saw\")", NULL},
    {"load loadtxt genfromtxt fromfile load_file safe_open from_pretrained", "tensor(\"w.npy\")",
     NULL},
    {"Embedding embedding", "embed(\"I saw\", E)", NULL},
    {"Linear linear Dense", "A @ W", NULL},
    {"attention Attention SelfAttention MultiheadAttention scaled_dot_product_attention sdpa",
     "softmax(A @ B.T / sqrt(columns(B))) @ A", NULL},
    /* learning */
    {"cross_entropy CrossEntropyLoss nll_loss", "crossentropy(A, B)", NULL},
    {"mse_loss MSELoss", "mse(A, B)", NULL},
    {"kl_div KLDivLoss", "crossentropy(log(A), B) - mean(entropy(B))", NULL},
    {"backward autograd jacobian", "grad(L, W)", NULL},
    {"step zero_grad Adam adam AdamW SGD sgd optimizer minimize fit", "train W minimise L", NULL},
    /* a command here, or not needed at all */
    {"print echo disp display", "A", "an expression alone shows its value"},
    {"float int double astype item tolist numpy detach cuda cpu to", "A",
     "every number is a double already"},
    {"round", "precision 2", "a command: so many decimals are shown"},
    {"imshow matshow heatmap pcolor", "heat", "a command, and the key m"},
    {"assert", "expect A = A", NULL},
    {"help", "help softmax", "a command"},
};

const char *advice_names(size_t index) {
    return index < sizeof table / sizeof *table ? table[index].names : NULL;
}

bool advice_write(const char *name, struct text *out) {
    size_t i = 0;
    while (advice_names(i) != NULL && !text_has_word(table[i].names, name)) {
        i++;
    }
    if (advice_names(i) == NULL) {
        return false;
    }
    text_format(out, "write %s%s%s", table[i].write, table[i].why == NULL ? "" : ": ",
                table[i].why == NULL ? "" : table[i].why);
    return true;
}

const char *advice_word(const char *name) {
    static const struct {
        const char *names, *sentence;
    } list[] = {
        {"import from", "nothing has to be imported: write softmax(x) at once"},
        {"def", "an operator of your own is written f(x) = x * 2; longer ones have their lines "
                "below f(x) =, indented"},
        {"lambda", "an operator of your own has a name and a line: write f(x) = x * 2"},
        {"return", "leave it out: the last line of a body is its value, and an expression alone "
                   "shows its own"},
        {"print echo", "leave it out: an expression alone shows its value"},
        {"assert", "write expect A = B"},
        {"let var const", "leave it out: write NAME = EXPRESSION"},
        {"for while", "there are no loops: an operator works on the whole matrix"},
        {"if", "there are no conditions: where(c, a, b) chooses cell by cell"},
        {"del rm", "there is no need to delete: a new definition replaces the old one"},
        {"not", "there is no `not`: write A == 0"},
        {"and", "there is no `and`: multiply, (x > 1) * (x < 3)"},
        {"or", "there is no `or`: write maximum(x < 1, x > 3)"},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        if (text_has_word(list[i].names, name)) {
            return list[i].sentence;
        }
    }
    return NULL;
}
