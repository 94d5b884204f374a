"""From degrees to map units: a conformal conic projection, a mild fisheye and small lenses."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from msgspec import Struct

Floats: TypeAlias = npt.NDArray[np.float64]

EARTH_RADIUS_KM = 6371.0


class Lens(Struct, frozen=True):
    """Enlarges what is around a place (latitude, longitude) at the cost of its surroundings.

    Scale at the place is 1 + strength; reach is km, beyond twice the reach nothing moves.
    Strength must be below 2, or the picture would fold.
    """

    at: tuple[float, float]
    strength: float
    reach: float


class Projection(Struct, frozen=True):
    """Lambert conformal conic on a sphere, then a radial fisheye, then lenses, then the frame.

    parallels, origin: degrees (origin is latitude, longitude). focus: latitude, longitude of the
    place that the fisheye enlarges; strength 0 switches it off, scale at the focus is
    1 + strength; reach: km from the focus at which distances are kept. frame: west, north, east,
    south edge in km from the focus after the fisheye, y down. width, height: map units.
    """

    parallels: tuple[float, float]
    origin: tuple[float, float]
    focus: tuple[float, float]
    strength: float
    reach: float
    lenses: tuple[Lens, ...]
    frame: tuple[float, float, float, float]
    width: int

    @property
    def scale(self) -> float:
        """Map units for a km of the frame."""
        return self.width / (self.frame[2] - self.frame[0])

    @property
    def height(self) -> int:
        """Height of the picture in map units."""
        return round((self.frame[3] - self.frame[1]) * self.scale)

    def project(self, points: Any) -> Floats:
        """Map units (x, y) for an array of (latitude, longitude) in degrees."""
        degrees = np.asarray(points, dtype=np.float64).reshape(-1, 2)
        km = self._fisheye(self._conic(degrees))
        moved = km.copy()
        # Every lens looks at the same picture, so their order does not matter.
        for lens in self.lenses:
            offset = km - self._fisheye(self._conic(np.array([lens.at])))
            near = np.exp(-(offset**2).sum(axis=1) / lens.reach**2)
            moved += lens.strength * offset * near[:, None]
        return np.asarray((moved - np.array(self.frame[:2])) * self.scale, dtype=np.float64)

    def _fisheye(self, km: Floats) -> Floats:
        """Km from the focus, enlarged near it."""
        offset = km - self._conic(np.array([self.focus]))
        radius = np.hypot(offset[:, 0], offset[:, 1])
        grown = (1 + self.strength) / (1 + self.strength * radius / self.reach)
        return np.asarray(offset * grown[:, None], dtype=np.float64)

    def _conic(self, degrees: Floats) -> Floats:
        """Km from the origin, y down."""
        low, high, middle = np.radians([self.parallels[0], self.parallels[1], self.origin[0]])
        ratio = np.log(np.cos(low) / np.cos(high))
        cone = ratio / np.log(np.tan(np.pi / 4 + high / 2) / np.tan(np.pi / 4 + low / 2))
        factor = np.cos(low) * np.tan(np.pi / 4 + low / 2) ** cone / cone * EARTH_RADIUS_KM
        rho = factor / np.tan(np.pi / 4 + np.radians(degrees[:, 0]) / 2) ** cone
        rho_origin = factor / np.tan(np.pi / 4 + middle / 2) ** cone
        angle = cone * np.radians(degrees[:, 1] - self.origin[1])
        return np.column_stack([rho * np.sin(angle), rho * np.cos(angle) - rho_origin])
