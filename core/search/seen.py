"""What a search may see of the rows of a corpus."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from core.state.view import Basis


class Seen(Protocol):
    """One array says for each row what shows it; a selection of claims is one, a selection of deeds another.

    Two searches with the same array share its scope.
    """

    @property
    def basis(self) -> Basis:
        """The two instants that the answer stands on."""
        ...

    @property
    def row_of_text(self) -> NDArray[np.int32]:
        """`(rows,)`: number of what shows each row, -1 hidden."""
        ...
