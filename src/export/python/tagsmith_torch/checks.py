"""Whether config.json and vocabulary.json have what a model needs, of the right kinds (src/export/bundle-format.ts)."""

from typing import Any

from .types import Json

Kind = type | tuple[type, ...]
NUMBER = (int, float)
SETTINGS: dict[str, Kind] = {
    "wordDim": int,
    "charEncoder": str,
    "charDim": int,
    "charFeatures": int,
    "cell": str,
    "hidden": int,
    "layers": int,
    "direction": str,
    "decoder": str,
    "constraints": bool,
    "scheme": str,
    "dropoutChar": NUMBER,
    "dropoutInput": NUMBER,
    "dropoutOutput": NUMBER,
}
CHOICES = {
    "emissions": ("network", "features"),
    "charEncoder": ("cnn", "lstm", "none"),
    "cell": ("lstm", "gru", "rnn"),
    "direction": ("both", "forward", "backward"),
    "decoder": ("crf", "softmax"),
    "attention": ("none", "sentence"),
    "context": ("sentence", "document"),
    "pooling": ("max", "last", "mean", "attention"),
    "scheme": ("BIO", "BIOES"),
}
STYLE: dict[str, Kind] = {"scheme": str, "letters": dict, "separator": str, "typeFirst": bool}
LETTERS: dict[str, Kind] = dict.fromkeys(("begin", "inside", "end", "single", "outside"), str)
SCHEMES = ("BIO", "IOB1", "IOE1", "IOE2", "IO", "BIOES", "BMES", "none", "text")
OPTIONS: dict[str, Kind] = {"lowercase": bool, "digitsToZero": bool, "maxFormLength": int}


def require_contents(about: Json, words: Json) -> None:
    """Raises ValueError for what is missing, or of another kind."""
    parts: dict[str, Kind] = {"format": str, "version": int, "config": dict, "style": dict, "provenance": dict}
    require_kinds("config.json", about, parts)
    require_kinds("provenance", about["provenance"], {"data": dict, "device": str})
    require_kinds("data", about["provenance"]["data"], {"train": str})
    require_kinds("config", about["config"], SETTINGS)
    for name, choices in CHOICES.items():
        if about["config"].get(name, choices[0]) not in choices:
            raise ValueError(f"{name} is {about['config'][name]}, expected {' or '.join(choices)}")
    require_kinds("style", about["style"], STYLE)
    require_kinds(
        "letters", about["style"]["letters"], dict.fromkeys(("begin", "inside", "end", "single", "outside"), str)
    )
    if about["style"]["scheme"] not in SCHEMES:
        raise ValueError(f"scheme is {about['style']['scheme']}, expected {' or '.join(SCHEMES)}")
    require_confidence(about.get("confidence", {}))
    require_kinds("vocabulary.json", words, {"options": dict, "words": list, "characters": list, "tags": list})
    require_kinds("options", words["options"], OPTIONS)
    for name in ("words", "characters", "tags"):
        if not all(isinstance(entry, str) for entry in words[name]) or len(set(words[name])) < len(words[name]):
            raise ValueError(f"{name} are not distinct texts")
    if not words["words"] or not words["characters"] or not words["tags"]:
        raise ValueError("it has no words, characters or tags")
    names = words.get("features", {}).get("indicators", [])
    if not all(isinstance(name, str) for name in names) or len(set(names)) < len(names):
        raise ValueError("the names of features are not distinct texts")
    if any(not is_of(row, int) for row in words.get("unlinked", [])):
        raise ValueError("unlinked are not numbers of words")


def require_confidence(confidence: Any) -> None:
    require_kinds("confidence", confidence, {})
    if "threshold" in confidence:
        require_kinds("confidence", confidence, {"threshold": NUMBER})
    if "calibration" in confidence:
        require_kinds("confidence", confidence, {"calibration": dict})
        require_kinds("calibration", confidence["calibration"], {"all": dict, "byType": dict})
        for scale in (confidence["calibration"]["all"], *confidence["calibration"]["byType"].values()):
            require_kinds("calibration", scale, {"slope": NUMBER, "shift": NUMBER})


def require_kinds(what: str, value: Any, fields: dict[str, Kind]) -> None:
    if not isinstance(value, dict):
        raise ValueError(f"{what} is not an object")
    for name, kind in fields.items():
        if not is_of(value.get(name), kind):
            raise ValueError(f"{name} in {what} is {str(value.get(name))[:80]}")


def is_of(value: Any, kind: Kind) -> bool:
    """Whether a value is of a kind; True and False are no numbers."""
    return isinstance(value, kind) and (kind is bool or not isinstance(value, bool))
