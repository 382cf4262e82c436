/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* source: makes values from sizes or a seed, and a matrix as written. */
#include "base/checkpoint.h"
#include "base/failure.h"
#include "base/number.h"
#include "base/random.h"
#include "base/text.h"
#include "operators/call.h"

#include <math.h>
#include <string.h>

/* --- sizes ------------------------------------------------------------------------------------ */

enum { POSITIONS_N, POSITIONS_D };

static bool positions_shape(const struct call *call, struct shape *result,
                            struct failure *failure) {
    size_t n, d;
    if (!call_read_count(call, POSITIONS_N, &n, failure) ||
        !call_read_count(call, POSITIONS_D, &d, failure)) {
        return false;
    }
    *result = shape_matrix(n, d);
    return true;
}

static bool square_shape(const struct call *call, struct shape *result, struct failure *failure) {
    size_t n;
    if (!call_read_count(call, 0, &n, failure)) {
        return false;
    }
    *result = shape_matrix(n, n);
    return true;
}

static bool row_shape(const struct call *call, struct shape *result, struct failure *failure) {
    bool good = square_shape(call, result, failure);
    result->size[AXIS_ROW] = 1;
    return good;
}

/* Vaswani et al. 2017, 3.5: PE(pos, 2i) = sin(pos / 10000^(2i/d)), PE(pos, 2i+1) the cosine of the
 * same angle; the first position is 0. */
static const double longest_wave = 10000.0;

static const struct scalar *wave_at(size_t column) {
    return column % 2 == 0 ? &scalar_sin : &scalar_cos;
}

static bool positions_compute(const struct call *call, struct tensor *result,
                              struct failure *failure) {
    size_t n = shape_rows(&result->shape), d = shape_columns(&result->shape);
    (void)call;
    (void)failure;
    for (size_t j = 0; j < d; j++) {
        double wave = pow(longest_wave, (double)(j - j % 2) / (double)d);

        for (size_t i = 0; i < n; i++) {
            result->cells[i * d + j] = wave_at(j)->one((double)i / wave);
        }
    }
    return true;
}

static void positions_explain(const struct call *call, size_t cell, struct steps *steps) {
    size_t d = shape_columns(&call->shape), i = cell / d, j = cell % d;
    long twice = steps_number(steps, (double)(j - j % 2), "2i");
    long length = steps_number(steps, (double)d, "d");
    long share = steps_apply_stage(steps, &scalar_divide, twice, length, "2i / d");
    long base = steps_number(steps, longest_wave, NULL);
    long wave = steps_apply_stage(steps, &scalar_power, base, share, "10000 ** (2i/d)");
    long position = steps_number(steps, (double)i, "position");
    long angle = steps_apply_stage(steps, &scalar_divide, position, wave, "angle");
    steps->form = STEPS_CHAIN;
    steps_apply_stage(steps, wave_at(j), angle, STEP_NONE, wave_at(j)->name);
}

/* A cell's value, which depends on its place alone, and why it has it (NULL for no reason). */
struct placed_value {
    double value;
    const char *note;
};

struct place_rule {
    struct placed_value (*at)(const struct shape *shape, size_t cell);
};

static bool by_place_compute(const struct call *call, struct tensor *result,
                             struct failure *failure) {
    const struct place_rule *rule = call->op->detail;
    size_t cells = shape_cells(&result->shape);
    (void)failure;
    for (size_t cell = 0; cell < cells; cell++) {
        result->cells[cell] = rule->at(&result->shape, cell).value;
    }
    return true;
}

static void by_place_explain(const struct call *call, size_t cell, struct steps *steps) {
    const struct place_rule *rule = call->op->detail;
    struct placed_value value = rule->at(&call->shape, cell);
    steps->form = STEPS_NUMBER;
    steps_number(steps, value.value, value.note);
}

/* Row i is the query, column j the key: a query may attend to itself and to earlier keys. */
static struct placed_value causal_cell(const struct shape *shape, size_t cell) {
    bool later = cell % shape_columns(shape) > cell / shape_columns(shape);
    return later ? (struct placed_value){-INFINITY, "the key comes later"}
                 : (struct placed_value){0.0, "the key does not come later"};
}

static struct placed_value eye_cell(const struct shape *shape, size_t cell) {
    bool diagonal = cell / shape_columns(shape) == cell % shape_columns(shape);
    return diagonal ? (struct placed_value){1.0, "on the diagonal"}
                    : (struct placed_value){0.0, "off the diagonal"};
}

static struct placed_value zeros_cell(const struct shape *shape, size_t cell) {
    (void)shape;
    (void)cell;
    return (struct placed_value){0.0, NULL};
}

static struct placed_value ones_cell(const struct shape *shape, size_t cell) {
    (void)shape;
    (void)cell;
    return (struct placed_value){1.0, NULL};
}

static struct placed_value arange_cell(const struct shape *shape, size_t cell) {
    (void)shape;
    return (struct placed_value){(double)cell + 1.0, "its place"};
}

static const struct place_rule rule_causal = {causal_cell}, rule_eye = {eye_cell},
                               rule_arange = {arange_cell}, rule_zeros = {zeros_cell},
                               rule_ones = {ones_cell};

/* The fields of such a row, besides its shape. */
#define PLACED(NAME)                                                                               \
    .source = true, .detail = &rule_##NAME, .compute = by_place_compute, .explain = by_place_explain

static bool sizes_shape(const struct call *call, struct shape *result, struct failure *failure) {
    (void)failure;
    *result = call_sizes(call);
    return true;
}

/* --- random numbers --------------------------------------------------------------------------- */

/* The parameters of normal(sizes, mean, std, seed) and uniform(sizes, low, high, seed). */
enum { RANDOM_SIZES, RANDOM_FIRST, RANDOM_SECOND, RANDOM_SEED };

/* A number is FIRST + FACTOR · DRAW(…). */
struct distribution {
    double (*draw)(struct random *random);
    bool second_is_end; /* the second argument is the end of the range, not the factor */
    const char *first, *factor;
    const char *refusal; /* the message for a negative FACTOR */
};

static double factor_of(const struct call *call) {
    const struct distribution *distribution = call->op->detail;
    double second = call->argument[RANDOM_SECOND].number;
    return distribution->second_is_end ? second - call->argument[RANDOM_FIRST].number : second;
}

static bool random_shape(const struct call *call, struct shape *result, struct failure *failure) {
    const struct distribution *distribution = call->op->detail;
    const struct argument *from = &call->argument[RANDOM_FIRST];
    size_t seed;
    if (!(call->argument[RANDOM_SECOND].number >=
          (distribution->second_is_end ? from->number : 0))) {
        return call_refuse(call, failure, "%s", distribution->refusal);
    }
    return call_read_whole(call, RANDOM_SEED, &seed, failure) && sizes_shape(call, result, failure);
}

double source_seed(const char *name, size_t place) {
    return (double)(random_word(place, name, strlen(name)) % 1000000);
}

static struct random call_random(const struct call *call) {
    struct random random;
    random_seed(&random, (uint64_t)call->argument[RANDOM_SEED].number);
    return random;
}

static bool random_compute(const struct call *call, struct tensor *result,
                           struct failure *failure) {
    const struct distribution *distribution = call->op->detail;
    double first = call->argument[RANDOM_FIRST].number, factor = factor_of(call);
    struct random random = call_random(call);
    size_t cells = shape_cells(&result->shape);
    for (size_t cell = 0; cell < cells; cell++) {
        if (!checkpoint_at(cell, failure)) {
            return false;
        }
        result->cells[cell] = first + factor * distribution->draw(&random);
    }
    return true;
}

static void random_explain(const struct call *call, size_t cell, struct steps *steps) {
    const struct distribution *distribution = call->op->detail;
    struct random random = call_random(call);
    long first = steps_number(steps, call->argument[RANDOM_FIRST].number, distribution->first);
    long factor = steps_number(steps, factor_of(call), distribution->factor);
    double number = 0;
    for (size_t i = 0; i <= cell; i++) {
        number = distribution->draw(&random);
    }
    steps->form = STEPS_NUMBER;
    steps_apply(
        steps, &scalar_add, first,
        steps_apply(steps, &scalar_multiply, factor, steps_number(steps, number, "random")));
}

/* The derivative of a value by FACTOR is the number drawn for it, and by FIRST it is 1. When the
 * second argument is the end, low + (high − low) · number, the derivative by low is 1 − number. */
static bool random_differentiate(const struct call *call, const struct backward *back,
                                 struct failure *failure) {
    const struct distribution *distribution = call->op->detail;
    struct random random = call_random(call);
    size_t cells = shape_cells(&back->upstream->shape);
    double all = 0, weighted = 0;
    (void)failure;
    for (size_t cell = 0; cell < cells; cell++) {
        all += back->upstream->cells[cell];
        weighted += back->upstream->cells[cell] * distribution->draw(&random);
    }
    if (back->gradient[RANDOM_FIRST]) {
        back->gradient[RANDOM_FIRST]->cells[0] +=
            distribution->second_is_end ? all - weighted : all;
    }
    if (back->gradient[RANDOM_SECOND]) {
        back->gradient[RANDOM_SECOND]->cells[0] += weighted;
    }
    return true;
}

static const struct distribution distribution_normal = {random_normal, false, "mean", "std",
                                                        "std must not be negative"};
static const struct distribution distribution_uniform = {
    random_uniform, true, "low", "(high − low)", "low must not be above high"};

/* Python makes the same draws, because its log, cos and sin are the C library's. */
#define RANDOM_IN_NUMPY                                                                            \
    "def qkv_random(sizes, first, second, seed, normal):\n"                                        \
    "    # splitmix64, and Box and Muller's way from uniform numbers to normal ones\n"             \
    "    import math\n"                                                                            \
    "    numbers, count = [], math.prod(sizes)\n"                                                  \
    "    while len(numbers) < count + normal:\n"                                                   \
    "        seed = (seed + 0x9E3779B97F4A7C15) % 2**64\n"                                         \
    "        bits = (seed ^ seed >> 30) * 0xBF58476D1CE4E5B9 % 2**64\n"                            \
    "        bits = (bits ^ bits >> 27) * 0x94D049BB133111EB % 2**64\n"                            \
    "        numbers.append(((bits ^ bits >> 31) >> 11) * 2.0**-53)\n"                             \
    "    for i in range(0, count if normal else 0, 2):\n"                                          \
    "        distance = math.sqrt(-2.0 * math.log(1.0 - numbers[i]))\n"                            \
    "        angle = 6.283185307179586 * numbers[i + 1]\n"                                         \
    "        numbers[i:i + 2] = distance * math.cos(angle), distance * math.sin(angle)\n"          \
    "    factor = second if normal else second - first\n"                                          \
    "    return first + factor * np.reshape(numbers[:count], sizes)\n"

static bool random_numpy(const struct call *call, struct text *out) {
    const struct distribution *distribution = call->op->detail;
    text_append(out, "qkv_random((");
    for (size_t i = 0; i < call->size_count; i++) {
        text_format(out, "%s%zu", i ? ", " : "", call->sizes[i]);
    }
    text_append(out, "), ");
    for (int at = RANDOM_FIRST; at <= RANDOM_SECOND; at++) {
        const struct argument *number = &call->argument[at];
        char exact[NUMBER_TEXT];

        number_exact(exact, number->number);
        text_format(out, "%s, ", number->written ? number->written : exact);
    }
    text_format(out, "%.0f, %s)", call->argument[RANDOM_SEED].number,
                distribution->second_is_end ? "False" : "True");
    return true;
}

/* The fields that both rows share. */
#define RANDOM(NAME)                                                                               \
    .writing = {.numpy_help = RANDOM_IN_NUMPY, .transposition = TRANSPOSE_WRAP}, .source = true,   \
    .detail = &distribution_##NAME, .shape = random_shape, .compute = random_compute,              \
    .numpy = random_numpy, .explain = random_explain, .differentiate = random_differentiate

/* --- files ------------------------------------------------------------------------------------ */

/* Only a formula of neither a learner nor a lesson gets here: theirs have been read from their
 * files. */
static bool tensor_shape(const struct call *call, struct shape *result, struct failure *failure) {
    (void)result;
    return call_refuse(call, failure, "no file can be read here");
}

#define TENSOR_IN_NUMPY                                                                            \
    "def qkv_file(file):\n"                                                                        \
    "    import os\n"                                                                              \
    "    script = globals().get(\"__file__\")\n"                                                   \
    "    beside = [os.path.dirname(os.path.abspath(script))] if script else []\n"                  \
    "    data = os.environ.get(\"XDG_DATA_HOME\") or os.path.expanduser(\"~/.local/share\")\n"     \
    "    folders = [*qkv_folders, *beside, os.path.join(data, \"qkv\", \"models\")]\n"             \
    "    for path in [os.path.join(folder, file) for folder in folders]:\n"                        \
    "        if os.path.exists(path):\n"                                                           \
    "            return path\n"                                                                    \
    "    raise FileNotFoundError(\"%s is in none of %s\" % (file, \", \".join(folders)))\n"        \
    "\n"                                                                                           \
    "\n"                                                                                           \
    "def qkv_tensor(file, name, layers):\n"                                                        \
    "    import os\n"                                                                              \
    "    file = qkv_file(file)\n"                                                                  \
    "    if layers:\n"                                                                             \
    "        return np.stack([qkv_tensor(file, name.replace(\"{i}\", str(i)), None)\n"             \
    "                         for i in range(layers)])\n"                                          \
    "    if file.endswith(\".safetensors\"):\n"                                                    \
    "        with open(file, \"rb\") as f:\n"                                                      \
    "            size = int.from_bytes(f.read(8), \"little\")\n"                                   \
    "            header = json.loads(f.read(size))\n"                                              \
    "            header.pop(\"__metadata__\", None)\n"                                             \
    "            entry = header[name or next(iter(header))]\n"                                     \
    "            begin, end = entry[\"data_offsets\"]\n"                                           \
    "            f.seek(8 + size + begin)\n"                                                       \
    "            data = f.read(end - begin)\n"                                                     \
    "        kind = {\"BF16\": \"<u2\", \"BOOL\": \"?\"}.get(entry[\"dtype\"])\n"                  \
    "        kind = kind or \"<%s%d\" % (entry[\"dtype\"][0].lower(), int(entry[\"dtype\"][1:]) "  \
    "// 8)\n"                                                                                      \
    "        x = np.frombuffer(data, kind).reshape(entry[\"shape\"])\n"                            \
    "        if entry[\"dtype\"] == \"BF16\":\n"                                                   \
    "            x = (x.astype(\"<u4\") << 16).view(\"<f4\")\n"                                    \
    "        return np.atleast_2d(x).astype(float)\n"                                              \
    "    if file.endswith(\".json\"):\n"                                                           \
    "        with open(file, encoding=\"utf-8\") as f:\n"                                          \
    "            ids = json.load(f)\n"                                                             \
    "        with open(os.path.join(os.path.dirname(file), \"merges.txt\"), encoding=\"utf-8\") "  \
    "as f:\n"                                                                                      \
    "            merges = [line.rstrip(\"\\r\\n\") for line in f if not "                          \
    "line.startswith(\"#version\")]\n"                                                             \
    "        x = [[0, 0, 0] for _ in ids]\n"                                                       \
    "        for at, merge in enumerate(filter(None, merges), 1):\n"                               \
    "            left, right = merge.split(\" \")\n"                                               \
    "            made = ids[left + right]\n"                                                       \
    "            if x[made][0] > 0:\n"                                                             \
    "                made = len(x)\n"                                                              \
    "                x.append(None)\n"                                                             \
    "            x[made] = [at, ids[left] + 1, ids[right] + 1]\n"                                  \
    "        return np.array(x, dtype=float)\n"                                                    \
    "    x = np.load(file)\n"                                                                      \
    "    if file.endswith(\".npz\"):\n"                                                            \
    "        x = x[name or x.files[0]]\n"                                                          \
    "    return np.atleast_2d(x).astype(float)\n"

/* --- a written matrix ------------------------------------------------------------------------- */

static bool matrix_shape(const struct call *call, struct shape *result, struct failure *failure) {
    (void)failure;
    *result = shape_copy(&call->shape);
    return true;
}

static bool matrix_compute(const struct call *call, struct tensor *result,
                           struct failure *failure) {
    (void)failure;
    memcpy(result->cells, call->numbers, shape_cells(&result->shape) * sizeof *result->cells);
    return true;
}

static void matrix_explain(const struct call *call, size_t cell, struct steps *steps) {
    steps->form = STEPS_NUMBER;
    steps_number(steps, call->numbers[cell], NULL);
}

#define SIZES_PARAMETER                                                                            \
    {                                                                                              \
        .name = "sizes", .kind = PARAMETER_SIZES,                                                  \
        .sentence = "rows and columns; one or two more in front make a stack"                      \
    }
#define SEED_PARAMETER                                                                             \
    {                                                                                              \
        .name = "seed", .kind = PARAMETER_SEED, .optional = true,                                  \
        .sentence = "the same whole number gives the same values; without one the name that is "   \
                    "defined does"                                                                 \
    }

static const struct op rows[] = {
    {
        .name = "positions",
        .family = "sources",
        .sentence = "Sines and cosines that tell positions apart, the first position being 0.",
        .example = "positions(4, 2)",
        .parameters = {{.name = "n", .kind = PARAMETER_COUNT, .sentence = "how many positions"},
                       {.name = "d", .kind = PARAMETER_COUNT, .sentence = "numbers for each"}},
        .writing = {.numpy = "qkv_positions(%1, %2)",
                    .numpy_help =
                        "def qkv_positions(n, d):\n"
                        "    j = np.arange(d)\n"
                        "    angle = np.arange(n)[:, None] / 10000.0 ** (j // 2 * 2 / d)\n"
                        "    return np.where(j % 2 == 0, np.sin(angle), np.cos(angle))\n",
                    .transposition = TRANSPOSE_WRAP},
        .source = true,
        .shape = positions_shape,
        .compute = positions_compute,
        .explain = positions_explain,
    },
    {
        .name = "causal",
        .sentence =
            "A mask to add to scores: -inf where the key comes later than the query, else 0.",
        .example = "causal(3)",
        .parameters = {{.name = "n", .kind = PARAMETER_COUNT, .sentence = "how many positions"}},
        .writing = {.numpy = "qkv_causal(%1)",
                    .numpy_help = "def qkv_causal(n):\n"
                                  "    return np.where(np.tri(n) == 1, 0.0, -np.inf)\n",
                    .transposition = TRANSPOSE_WRAP},
        .shape = square_shape,
        PLACED(causal),
    },
    {
        .name = "eye",
        .sentence = "The identity matrix: multiplying by it changes nothing.",
        .example = "eye(3)",
        .parameters = {{.name = "n", .kind = PARAMETER_COUNT, .sentence = "rows and columns"}},
        .writing = {.numpy = "np.eye(%1)", .transposition = TRANSPOSE_WRAP},
        .shape = square_shape,
        PLACED(eye),
    },
    {
        .name = "arange",
        .sentence = "The whole numbers from 1 to n, in a row.",
        .example = "arange(5)",
        .parameters = {{.name = "n", .kind = PARAMETER_COUNT, .sentence = "the last of them"}},
        .writing = {.numpy = "np.arange(1.0, %1 + 1.0).reshape(1, -1)",
                    .transposition = TRANSPOSE_WRAP},
        .shape = row_shape,
        PLACED(arange),
    },
    {
        .name = "zeros",
        .sentence = "A matrix of zeros.",
        .example = "zeros(2, 3)",
        .parameters = {SIZES_PARAMETER},
        .writing = {.numpy = "np.zeros(%1)", .transposition = TRANSPOSE_WRAP},
        .shape = sizes_shape,
        PLACED(zeros),
    },
    {
        .name = "ones",
        .sentence = "A matrix of ones.",
        .example = "ones(2, 3)",
        .parameters = {SIZES_PARAMETER},
        .writing = {.numpy = "np.ones(%1)", .transposition = TRANSPOSE_WRAP},
        .shape = sizes_shape,
        PLACED(ones),
    },
    {
        .name = "normal",
        .sentence = "Random numbers of the normal distribution.",
        .example = "normal(2, 3, seed=1)",
        .parameters =
            {SIZES_PARAMETER,
             {.name = "mean", .kind = PARAMETER_NUMBER, .standard = "0", .sentence = "their mean"},
             {.name = "std",
              .kind = PARAMETER_NUMBER,
              .standard = "1",
              .sentence = "their standard deviation"},
             SEED_PARAMETER},
        RANDOM(normal),
    },
    {
        .name = "uniform",
        .sentence = "Random numbers between low and high, each as likely as any other.",
        .example = "uniform(2, 3, low=-1, high=1)",
        .parameters = {SIZES_PARAMETER,
                       {.name = "low",
                        .kind = PARAMETER_NUMBER,
                        .standard = "0",
                        .sentence = "the smallest possible number"},
                       {.name = "high",
                        .kind = PARAMETER_NUMBER,
                        .standard = "1",
                        .sentence = "all numbers are below it"},
                       SEED_PARAMETER},
        RANDOM(uniform),
    },
    {
        .name = "tensor",
        .sentence = "The numbers of a file: beside the lesson, or in the folder of models.",
        .example = "tensor(\"weights.npy\")",
        .parameters = {{.name = "file",
                        .kind = PARAMETER_TEXT,
                        .sentence = "its name in quotes; the ending says its format"},
                       {.name = "name",
                        .kind = PARAMETER_TEXT,
                        .optional = true,
                        .sentence = "which of the file's arrays, where it has several"},
                       {.name = "layers",
                        .kind = PARAMETER_COUNT,
                        .optional = true,
                        .sentence =
                            "how many of them make a stack: {i} in the name counts from 0"}},
        .writing = {.numpy = "qkv_tensor(%1, %2, %3)",
                    .numpy_help = TENSOR_IN_NUMPY,
                    .transposition = TRANSPOSE_WRAP},
        .moves = true,
        .source = true,
        .of_file = true,
        .shape = tensor_shape,
    },
    {
        .name = "matrix",
        .sentence =
            "A matrix as it is written: rows in brackets inside brackets; [1, 2] is one row.",
        .example = "[[1, 2], [3, 4]]",
        .parameters = {{.name = "cells",
                        .kind = PARAMETER_CELLS,
                        .sentence = "the numbers, row by row"}},
        .writing = {.form = WRITING_MATRIX,
                    .numpy = "np.array(%1)",
                    .transposition = TRANSPOSE_LITERAL},
        .moves = true,
        .source = true,
        .shape = matrix_shape,
        .compute = matrix_compute,
        .explain = matrix_explain,
    },
};

OPERATOR_FAMILY(source);
