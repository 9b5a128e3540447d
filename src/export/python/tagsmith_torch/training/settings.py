"""The settings that training can change."""

import argparse
import math
from typing import Any

from .optimizer import RULES

SETTINGS: dict[str, tuple[Any, ...]] = {
    "seed": (0, 2**31 - 1),
    "epochs": (1, 1000),
    "patience": (0, 1000),
    "batchSize": (1, 512),
    "unknownReplacement": (0, 1),
    "replaceKnownWords": (False, True),
    "fineTuneWords": (False, True),
    "consistency": (0, 10),
    "constraints": (False, True),
    "dropoutChar": (0, 0.95),
    "wordDropout": (0, 0.95),
    "dropoutInput": (0, 0.95),
    "dropoutOutput": (0, 0.95),
    "l2": (0, 1),
    "weightDecay": (0, 1),
    "optimizer": tuple(RULES),
    "learningRate": (1e-7, 10),
    "momentum": (0, 0.999),
    "nesterov": (False, True),
    "schedule": ("inverse", "linear"),
    "decay": (0, 10),
    "wordRateSteps": (0, 1000000),
    "averaging": (0, 10),
    "clipNorm": (0, 1000),
}
WHOLE = ("seed", "epochs", "patience", "batchSize", "wordRateSteps")


def parse_setting(text: str) -> tuple[str, object]:
    """Parses a setting such as `epochs=10` to a name and a value within its bounds."""
    name, _, value = text.partition("=")
    if name not in SETTINGS:
        raise argparse.ArgumentTypeError(f"no setting {name} can be changed, only {', '.join(SETTINGS)}")
    choices = SETTINGS[name]
    if isinstance(choices[0], str):
        if value in choices:
            return name, value
        raise argparse.ArgumentTypeError(f"{name} is {value}, expected {' or '.join(choices)}")
    if isinstance(choices[0], bool):
        if value in ("true", "false"):
            return name, value == "true"
        raise argparse.ArgumentTypeError(f"{name} is {value}, expected true or false")
    try:
        number = int(value) if name in WHOLE else float(value)
    except ValueError:
        number = math.nan
    if choices[0] <= number <= choices[1]:
        return name, number
    kind = "a whole number" if name in WHOLE else "a number"
    raise argparse.ArgumentTypeError(f"{name} is {value}, expected {kind} from {choices[0]} to {choices[1]}")
