"""Converts parameters between the names and layouts of Tagsmith, PyTorch's layers and ONNX."""

import torch
from torch import Tensor

from .types import Json

MOST_TAGS = 4096  # the transitions of the CRF take the square of it
GATE_ORDERS = {"lstm": [0, 3, 1, 2], "gru": [1, 0, 2], "rnn": [0]}  # indices of ONNX's gates, i o f c and z r h


def require_shapes(
    config: Json, stored: dict[str, Tensor], words: int, characters: int, tags: int, indicators: int = 0
) -> None:
    """Raises ValueError before a model is built that its file has no parameters for."""
    if tags > MOST_TAGS:
        raise ValueError(f"it has {tags:,} tags, more than {MOST_TAGS:,}")
    if is_feature_crf(config):
        require_shape("indicators.w", stored, [indicators, tags])
        return
    hidden = config["hidden"]
    directions = 2 if config["direction"] == "both" else 1
    expected = {"words": [words, config["wordDim"]], "output.w": [directions * hidden, tags]}
    if config["charEncoder"] != "none":
        expected["char.embedding"] = [characters, config["charDim"]]
    if config["charEncoder"] == "cnn":
        expected["char.filters"] = [config["charDim"], 3 * config["charFeatures"]]
    if config["charEncoder"] == "lstm":
        half = config["charFeatures"] // 2
        expected["char.lstm.wh"] = [2, half, 4 * half]
    gates = len(GATE_ORDERS[config["cell"]])
    expected.update({f"layer{i}.wh": [directions, hidden, gates * hidden] for i in range(min(config["layers"], 99))})
    for name, shape in expected.items():
        require_shape(name, stored, shape)


def require_shape(name: str, stored: dict[str, Tensor], shape: list[int]) -> None:
    if list(stored[name].shape) != shape:
        raise ValueError(f"{name} has the shape {list(stored[name].shape)}, expected {shape}")


def is_feature_crf(config: Json) -> bool:
    """Whether the emissions are sums of the weights of features, without a network."""
    return config.get("emissions") == "features"


def torch_state(config: Json, stored: dict[str, Tensor], vectors: Tensor | None) -> dict[str, Tensor]:
    """Converts Tagsmith's parameters to the names and layouts of PyTorch's layers."""
    if is_feature_crf(config):
        return {"indicators.weight": stored["indicators.w"], **crf_state(config, stored)}
    state = {"words.weight": stored["words"], "output.weight": stored["output.w"].T, "output.bias": stored["output.b"]}
    if vectors is not None:
        state["vectors"] = vectors
    if config["charEncoder"] != "none":
        state["characters.weight"] = stored["char.embedding"]
    if config["charEncoder"] == "cnn":
        filters = stored["char.filters"]  # [Ec, 3F]: previous, current, next character
        state["char_cnn.weight"] = filters.reshape(len(filters), 3, -1).permute(2, 0, 1)  # [F, Ec, 3]
        state["char_cnn.bias"] = stored["char.bias"]
    for name, stored_name in recurrent_layers(config).items():
        wx, b, wh = (stored[f"{stored_name}.{part}"] for part in ("wx", "b", "wh"))  # [inputs, DGH], [DGH], [D, H, GH]
        directions = wh.shape[0]  # D
        for direction, suffix in enumerate(("l0", "l0_reverse")[:directions]):
            state[f"{name}.weight_ih_{suffix}"] = wx.chunk(directions, 1)[direction].T
            state[f"{name}.weight_hh_{suffix}"] = wh[direction].T
            state[f"{name}.bias_ih_{suffix}"] = b.chunk(directions)[direction]
            state[f"{name}.bias_hh_{suffix}"] = torch.zeros(wh.shape[2])
    if config.get("context") == "document":
        state.update({f"context.{part}.weight": stored[f"context.{part}"].T for part in "qkvu"})
        state["context.u.bias"] = stored["context.b"]
    if config.get("attention") == "sentence":
        state.update({f"attention.{part}.weight": stored[f"attention.{part}"].T for part in "qkv"})
    if "pooling.w" in stored:
        state.update({"pooling.keys.weight": stored["pooling.w"].T, "pooling.keys.bias": stored["pooling.b"]})
        state["pooling.query"] = stored["pooling.query"][0]
    return {**state, **crf_state(config, stored)}


def crf_state(config: Json, values: dict[str, Tensor]) -> dict[str, Tensor]:
    """The scores of the CRF, which have the same names here and in Tagsmith."""
    names = ("crf.transitions", "crf.start", "crf.end") if config["decoder"] == "crf" else ()
    return {name: values[name] for name in names}


def stored_state(config: Json, state: dict[str, Tensor]) -> dict[str, Tensor]:
    """The inverse of torch_state, without the vectors. Raises ValueError for values without a parameter in Tagsmith."""
    if is_feature_crf(config):
        return {"indicators.w": state["indicators.weight"], **crf_state(config, state)}
    stored = {"words": state["words.weight"]}
    if config["charEncoder"] != "none":
        stored["char.embedding"] = state["characters.weight"]
    if config["charEncoder"] == "cnn":
        stored["char.filters"] = state["char_cnn.weight"].permute(1, 2, 0).flatten(1)  # [Ec, 3F]
        stored["char.bias"] = state["char_cnn.bias"]
    for name, stored_name in recurrent_layers(config).items():
        suffixes = [suffix for suffix in ("l0", "l0_reverse") if f"{name}.weight_ih_{suffix}" in state]
        stored[f"{stored_name}.wx"] = torch.cat([state[f"{name}.weight_ih_{suffix}"].T for suffix in suffixes], 1)
        stored[f"{stored_name}.b"] = torch.cat([single_bias(config, state, name, suffix) for suffix in suffixes])
        stored[f"{stored_name}.wh"] = torch.stack([state[f"{name}.weight_hh_{suffix}"].T for suffix in suffixes])
    stored.update({"output.w": state["output.weight"].T, "output.b": state["output.bias"]})
    stored.update(crf_state(config, state))
    if config.get("context") == "document":
        stored.update({f"context.{part}": state[f"context.{part}.weight"].T for part in "qkvu"})
        stored["context.b"] = state["context.u.bias"]
    if config.get("attention") == "sentence":
        stored.update({f"attention.{part}": state[f"attention.{part}.weight"].T for part in "qkv"})
    if "pooling.query" in state:
        stored.update({"pooling.w": state["pooling.keys.weight"].T, "pooling.b": state["pooling.keys.bias"]})
        stored["pooling.query"] = state["pooling.query"][None]
    return stored


def single_bias(config: Json, state: dict[str, Tensor], name: str, suffix: str) -> Tensor:
    """Merges PyTorch's two biases into their sum, except in a GRU's new gate, where the reset gate is between them."""
    hidden_bias = state[f"{name}.bias_hh_{suffix}"]
    if config["cell"] == "gru" and name != "char_lstm" and hidden_bias.chunk(3)[2].any():
        raise ValueError(
            f"{name}.bias_hh_{suffix} was trained, and a GRU of Tagsmith has none. Keep it frozen, as it was loaded."
        )
    return state[f"{name}.bias_ih_{suffix}"] + hidden_bias


def onnx_weights(config: Json, stored: dict[str, Tensor]) -> bytes:
    """Encodes model.onnx.data: the parameters that ONNX needs in another layout, in float32.

    See `weightsForOnnx` in src/export/onnx/onnx-weights.ts.
    """
    if is_feature_crf(config):
        return b""
    arrays = []
    if config["charEncoder"] == "cnn":
        filters = stored["char.filters"]  # [Ec, 3F]
        arrays.append(filters.reshape(len(filters), 3, -1).permute(2, 0, 1))
    for name in recurrent_layers(config).values():
        wx, wh, b = (stored[f"{name}.{part}"] for part in ("wx", "wh", "b"))
        directions, hidden = wh.shape[:2]
        order = GATE_ORDERS["lstm" if name == "char.lstm" else config["cell"]]
        sizes = [directions, len(order), hidden]
        arrays.append(wx.reshape(-1, *sizes)[:, :, order].permute(1, 2, 3, 0))  # W [D, G, H, inputs]
        arrays.append(wh.reshape(directions, hidden, len(order), hidden)[:, :, order].permute(0, 2, 3, 1))  # R
        biases = b.reshape(sizes)[:, order].flatten(1)
        arrays.append(torch.cat([biases, torch.zeros_like(biases)], 1))  # ONNX adds two biases
    return b"".join(values.contiguous().cpu().numpy().astype("<f4").tobytes() for values in arrays)


def recurrent_layers(config: Json) -> dict[str, str]:
    """Names of the recurrent layers here and in Tagsmith. Both order gates i, f, g, o; those of a GRU r, z, n."""
    names = {"char_lstm": "char.lstm"} if config["charEncoder"] == "lstm" else {}
    names.update({f"encoder.{layer}": f"layer{layer}" for layer in range(config["layers"])})
    return names
