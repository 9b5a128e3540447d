"""Types that several modules use."""

from typing import Any

from numpy.typing import NDArray

Json = dict[str, Any]  # an object of config.json or vocabulary.json
Array = NDArray[Any]
