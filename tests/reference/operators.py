# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Reference numbers for tests/operators/test_reference.c, in operators.txt.

Computed from the definitions in extended precision (64 bits of mantissa), some by another way than
the program's: sparsemax by bisection, erf by its series, heads by reshaping. Run it where numpy is:

    python3 -I tests/reference/operators.py >tests/reference/operators.txt
"""

import numpy as np

LONG = np.longdouble
rng = np.random.default_rng(20171206)


def values(*sizes, scale=1.0):
    return np.round(rng.normal(size=sizes) * scale, 3)


def text(array):
    array = np.asarray(array)
    while array.ndim < 2:
        array = array[None]
    sizes = "x".join(str(size) for size in array.shape)
    return sizes + "".join(" " + repr(float(x)) for x in array.ravel())


def case(name, arguments, result, **options):
    print("case", name)
    for argument in arguments:
        print("value" if argument is not None else "none", end="")
        print("" if argument is None else " " + text(argument))
    for option, value in options.items():
        if isinstance(value, tuple):
            print("sizes", *value)
        else:
            print("word" if isinstance(value, str) else "number", option, value)
    print("result", text(result))


def long(*arrays):
    return [np.asarray(a, dtype=LONG) for a in arrays]


def erf(x):
    """The series of Abramowitz and Stegun 7.1.6: no cancellation at any x."""
    x = LONG(x)
    term, total = x, x
    for n in range(1, 400):
        term = term * 2 * x * x / (2 * n + 1)
        total += term
    return 2 / np.sqrt(LONG(PI)) * np.exp(-x * x) * total


PI = np.arccos(LONG(-1))
AXIS = {"row": -1, "column": -2, "whole": (-2, -1)}


def softmax(x, axis):
    e = np.exp(x - x.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


def sparsemax(x, axis):
    low, high = x.max(axis=axis, keepdims=True) - 1, x.max(axis=axis, keepdims=True)
    for _ in range(200):
        middle = (low + high) / 2
        enough = np.maximum(x - middle, 0).sum(axis=axis, keepdims=True) >= 1
        low, high = np.where(enough, middle, low), np.where(enough, high, middle)
    return np.maximum(x - low, 0)


def share(x, weight, axis):
    total = weight.sum(axis=axis, keepdims=True)
    return np.where(total == 0, 0, x / np.where(total == 0, 1, total))


def layernorm(x, gain, bias, eps, axis):
    mean = x.mean(axis=axis, keepdims=True)
    variance = ((x - mean) ** 2).mean(axis=axis, keepdims=True)
    return (x - mean) / np.sqrt(variance + LONG(eps)) * gain + bias


def entropy(p, axis):
    return -(p * np.log(np.where(p == 0, 1, p))).sum(axis=axis, keepdims=True)


def argmax(x, axis):
    if axis == (-2, -1):
        x, axis = x.reshape(x.shape[:-2] + (1, -1)), -1
    return np.expand_dims(x.argmax(axis=axis), axis) + 1


def crossentropy(logits, targets, axis):
    likely = np.log(softmax(logits, axis))
    return -(likely * targets).sum(axis=axis, keepdims=True).mean(axis=(-2, -1), keepdims=True)


def products():
    for left, right in [((1, 1), (1, 1)), ((3, 4), (4, 2)), ((5, 1), (1, 5)), ((2, 3, 4), (4, 3)),
                        ((3, 4), (2, 4, 3)), ((2, 1, 3, 4), (3, 4, 2)), ((7, 33), (33, 5))]:
        a, b = values(*left), values(*right)
        case("@", [a, b], np.matmul(*long(a, b)))


def elementwise():
    functions = {"+": np.add, "-": np.subtract, "*": np.multiply, "/": np.divide, "**": np.power}
    for name, function in functions.items():
        for left, right in [((2, 3), (2, 3)), ((2, 3), (1, 3)), ((2, 1), (1, 3)), ((1, 1), (2, 3)),
                            ((2, 1, 2, 3), (3, 1, 3))]:
            a, b = np.abs(values(*left)) + 0.125, values(*right)
            case(name, [a, b], function(*long(a, b)))


def functions():
    table = {
        "negate": lambda x: -x,
        "exp": np.exp,
        "log": lambda x: np.log(x),
        "sqrt": np.sqrt,
        "abs": np.abs,
        "tanh": np.tanh,
        "sigmoid": lambda x: 1 / (1 + np.exp(-x)),
        "relu": lambda x: (x + np.abs(x)) / 2,
    }
    for name, function in table.items():
        x = values(2, 3, 4, scale=3)
        x = np.abs(x) + 0.001 if name in ("log", "sqrt") else x
        case(name, [x], function(*long(x)))
    x = np.concatenate([values(3, 4, scale=2), [[0.0, 6.0, -6.0, 1.0]]])
    (wide,) = long(x)
    bend = np.vectorize(erf, otypes=[LONG])(wide / np.sqrt(LONG(2)))
    case("gelu", [x], wide * (1 + bend) / 2)
    inner = np.sqrt(2 / PI) * (wide + LONG("0.044715") * wide ** 3)
    case("gelu", [x], wide * (1 + np.tanh(inner)) / 2, approximate="tanh")


def normalisers():
    table = {
        "softmax": softmax,
        "softmax_unshifted": softmax,
        "sparsemax": sparsemax,
        "l1": lambda x, axis: share(x, np.abs(x), axis),
        "relu_norm": lambda x, axis: share(np.maximum(x, 0), np.maximum(x, 0), axis),
    }
    for name, function in table.items():
        for each in ("row", "column"):
            for x in (values(3, 4), values(2, 2, 3, 5), values(1, 1)):
                case(name, [x], function(*long(x), AXIS[each]), each=each)
        zero = np.array([[0.0, 0.0, 0.0], [-1.0, 2.0, -3.0]])
        case(name, [zero], function(*long(zero), -1))
    big = np.array([[1000.0, 1001.0, 999.0], [-2000.0, -2000.0, -2001.0]])
    case("softmax", [big], softmax(*long(big), -1))
    masked = np.array([[0.5, -np.inf, -np.inf], [0.25, 0.5, -np.inf]])
    case("softmax", [masked], softmax(*long(masked), -1))
    case("sparsemax", [masked], sparsemax(*long(masked), -1))


def norms():
    for each in ("row", "column"):
        x = values(2, 3, 4)
        size = 4 if each == "row" else 3
        flat = (1, size) if each == "row" else (size, 1)
        gain, bias = values(*flat), values(*flat)
        wide = long(x, gain, bias)
        case("layernorm", [x, gain, bias], layernorm(*wide, "1e-5", AXIS[each]), each=each)
        case("layernorm", [x], layernorm(wide[0], 1, 0, "0.5", AXIS[each]), each=each, eps=0.5)
        case("layernorm", [x, None, bias], layernorm(wide[0], 1, wide[2], "1e-5", AXIS[each]),
             each=each)


def reductions():
    keep = {"keepdims": True}
    table = {
        "sum": lambda x, axis: x.sum(axis=axis, **keep),
        "mean": lambda x, axis: x.mean(axis=axis, **keep),
        "std": lambda x, axis: x.std(axis=axis, **keep),
        "var": lambda x, axis: x.var(axis=axis, **keep),
        "max": lambda x, axis: x.max(axis=axis, **keep),
        "min": lambda x, axis: x.min(axis=axis, **keep),
        "norm": lambda x, axis: np.sqrt((x * x).sum(axis=axis, **keep)),
        "entropy": entropy,
        "argmax": argmax,
    }
    for name, function in table.items():
        for each in ("row", "column", "whole"):
            for x in (values(3, 4), values(2, 2, 3, 2)):
                x = np.abs(x) / np.abs(x).sum() if name == "entropy" else x
                case(name, [x], function(*long(x), AXIS[each]), each=each)
        x = np.array([[0.0, 1.0, 0.0], [0.5, 0.0, 0.5]])
        standard = "row" if name in ("entropy", "argmax") else "whole"
        case(name, [x], function(*long(x), AXIS[standard]))


def shapes():
    x = values(3, 6)
    case("heads", [x], x.reshape(3, 2, 3).transpose(1, 0, 2), h=2)
    case("heads", [x], x.reshape(3, 1, 6), each="column", h=3)
    batch = values(2, 3, 6)
    case("heads", [batch], batch.reshape(2, 3, 3, 2).transpose(0, 2, 1, 3), h=3)
    stack = values(2, 3, 4)
    case("concat", [stack], stack.transpose(1, 0, 2).reshape(3, 8))
    case("concat", [stack], stack.reshape(6, 4), each="column")
    deep = values(2, 3, 4, 2)
    case("concat", [deep], deep.transpose(0, 2, 1, 3).reshape(2, 4, 6))
    a, b, c = values(3, 2), values(3, 4), values(1, 2)
    case("join", [a, b], np.hstack([a, b]))
    case("join", [a, c], np.vstack([a, c]), each="column")
    case("join", [a, stack], np.stack([np.hstack([a, part]) for part in stack]))
    case("permute", [x, [[3, 1, 2]]], x[[2, 0, 1]])
    case("permute", [batch, [[2, 3, 1, 6, 5, 4]]], batch[..., [1, 2, 0, 5, 4, 3]], each="column")
    case(".T", [deep], deep.transpose(0, 1, 3, 2))
    for sizes in ((6, 3), (18, 1), (2, 9)):
        case("reshape", [x], np.reshape(x, sizes), sizes=sizes)
    for sizes in ((6, 8, 1), (3, 2, 2, 4), (1, 6, 1, 8)):
        case("reshape", [deep], np.reshape(deep, sizes), sizes=sizes)
    case("rows", [deep], [[4]])
    case("columns", [deep], [[2]])


def sources():
    for n, d in ((1, 1), (4, 2), (50, 7)):
        position, j = np.arange(n, dtype=LONG)[:, None], np.arange(d)
        angle = position / LONG(10000) ** ((j - j % 2).astype(LONG) / LONG(d))
        case("positions", [], np.where(j % 2 == 0, np.sin(angle), np.cos(angle)), n=n, d=d)
    case("causal", [], [[0, -np.inf, -np.inf], [0, 0, -np.inf], [0, 0, 0]], n=3)
    case("eye", [], np.identity(3), n=3)


def losses():
    for logits, targets in (((4, 3), (4, 3)), ((2, 4, 3), (4, 3)), ((4, 3), (2, 2, 4, 3))):
        a, b = values(*logits, scale=4), np.abs(values(*targets))
        b[..., 0] = 0
        case("mse", [a, b], ((a.astype(LONG) - b) ** 2).mean(axis=(-2, -1), keepdims=True))
        for each in ("row", "column"):
            case("crossentropy", [a, b], crossentropy(*long(a, b), AXIS[each]), each=each)
    far = np.array([[1000.0, 0.0], [0.0, -1000.0]])
    want = np.array([[0.0, 1.0], [1.0, 0.0]])
    case("crossentropy", [far, want], [[500.0]])


def angles():
    x = np.tanh(values(2, 3, 4))
    case("arccos", [x], np.arccos(*long(x)))


def choices():
    comparisons = {"<": np.less, "<=": np.less_equal, ">": np.greater, ">=": np.greater_equal,
                   "==": np.equal, "!=": np.not_equal}
    for name, function in comparisons.items():
        for left, right in [((2, 3), (2, 3)), ((2, 1), (1, 3)), ((2, 1, 2, 3), (3, 1, 3))]:
            a, b = np.round(values(*left)), np.round(values(*right))
            case(name, [a, b], function(a, b))
    for sizes in [((2, 3),) * 3, ((2, 1), (1, 3), (1, 1)), ((1, 3), (2, 2, 3), (4, 2, 2, 1))]:
        c, a, b = (values(*size) for size in sizes)
        case("where", [np.round(c), a, b], np.where(np.round(c) != 0, a, b))
        case("clip", [a, c - 0.5, c + 0.5], np.clip(a, c - 0.5, c + 0.5))
        case("maximum", [a, b], np.where(a > b, a, b))
        case("minimum", [a, b], np.where(a < b, a, b))


def waves():
    x = values(2, 3, 4, scale=5)
    case("sin", [x], np.sin(*long(x)))
    case("cos", [x], np.cos(*long(x)))


def orders():
    def each(axis):
        return "row" if axis == -1 else "column"

    for axis in (-1, -2):
        for x in (values(3, 4), np.round(values(2, 3, 5))):
            case("cumsum", [x], np.cumsum(*long(x), axis=axis), each=each(axis))
            case("sort", [x], np.sort(x, axis=axis), each=each(axis))
            case("argsort", [x], np.argsort(x, axis=axis, kind="stable") + 1, each=each(axis))
    for axis in AXIS:
        x = np.round(values(2, 3, 4))
        case("count", [x], (x != 0).sum(axis=AXIS[axis], keepdims=True), each=axis)
    x = values(1, 6)
    case("topk", [x], np.sort(x)[:, ::-1][:, :4], k=4)
    holes = np.array([[1.0, np.inf, -np.inf, 0.0]])
    case("sort", [holes], np.sort(holes))


def newer():
    x = values(2, 3, 4, scale=3)
    (wide,) = long(x)
    case("silu", [x], wide / (1 + np.exp(-wide)))
    for each in ("row", "column"):
        gain = values(1, 4)
        root = np.sqrt((wide * wide).mean(axis=AXIS[each], keepdims=True) + LONG("1e-5"))
        case("rmsnorm", [x], wide / root, each=each)
        case("rmsnorm", [x, gain], wide / root * gain, each=each)
    root = np.sqrt((wide * wide).mean(axis=-1, keepdims=True) + LONG("0.5"))
    case("rmsnorm", [x], wide / root, eps=0.5)


def words():
    """Each text ends with a / where they are a batch."""
    table, names = values(3, 2), ["saw", "I", "a"]
    for given in ("I saw a saw", "a", "I saw/a/saw saw I a/"):
        texts = [part.split() for part in given.rstrip("/").split("/")]
        longest = max(map(len, texts))
        ids = np.array([[names.index(w) + 1 for w in part] + [0] * (longest - len(part))
                        for part in texts])
        one, looked = np.eye(4)[ids][..., 1:], np.vstack([np.zeros((1, 2)), table])[ids]
        mask = np.where(ids > 0, 0, -np.inf)
        if given.endswith("/"):
            ids, mask = ids[:, None], mask[:, None]
        else:
            one, looked = one[0], looked[0]
        for name, second, result in (("onehot", {"words": " ".join(names)}, one),
                                     ("ids", {"words": " ".join(names)}, ids),
                                     ("embed", {"table": table, "labels": " ".join(names)}, looked),
                                     ("onehot", {"table": table, "labels": " ".join(names)}, one),
                                     ("ids", {"table": table, "labels": " ".join(names)}, ids),
                                     ("padding", {}, mask)):
            print("case", name)
            print("text", given)
            if "words" in second:
                print("text", second["words"])
            if "table" in second:
                print("value", text(second["table"]))
                print("labels", second["labels"])
            print("result", text(result))


for part in (products, elementwise, functions, normalisers, norms, reductions, shapes, sources,
             losses, angles, choices, waves, orders, newer, words):
    part()
