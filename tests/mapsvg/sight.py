"""How far apart two colors are, to normal eyes and to those that lack one of the three cones."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

Lab = tuple[float, float, float]

# Machado, Oliveira, Fernandes (2009), full strength; for linear RGB.
SIGHT: Final[Mapping[str, tuple[tuple[float, float, float], ...]]] = MappingProxyType(
    {
        "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
        "protanopia": (
            (0.152286, 1.052583, -0.204868),
            (0.114503, 0.786281, 0.099216),
            (-0.003882, -0.048116, 1.051998),
        ),
        "deuteranopia": (
            (0.367322, 0.860646, -0.227968),
            (0.280085, 0.672501, 0.047413),
            (-0.011820, 0.042940, 0.968881),
        ),
        "tritanopia": (
            (1.255528, -0.076749, -0.178779),
            (-0.078411, 0.930809, 0.147602),
            (0.004733, 0.691367, 0.303900),
        ),
    }
)


def _linear(color: str) -> list[float]:
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]


@lru_cache(maxsize=1024)
def lab(color: str, sight: str = "normal") -> Lab:
    """CIE L*a*b* of "#rrggbb" as eyes of that kind see it, under daylight (D65)."""
    rgb = _linear(color)
    r, g, b = (
        min(1.0, max(0.0, sum(m * v for m, v in zip(row, rgb, strict=True))))
        for row in SIGHT[sight]
    )
    x = (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047
    y = 0.2126729 * r + 0.7151522 * g + 0.0721750 * b
    z = (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def lightness(color: str) -> float:
    """L*, 0 to 100."""
    return lab(color)[0]


def hue(color: str) -> float:
    """The hue angle in L*a*b*, in degrees."""
    _, a, b = lab(color)
    return math.degrees(math.atan2(b, a)) % 360


def apart(one: str, two: str, sight: str = "normal") -> float:
    """CIEDE2000 of two colors, as eyes of that kind see them."""
    return difference(lab(one, sight), lab(two, sight))


def difference(one: Lab, two: Lab) -> float:
    """CIEDE2000, after Sharma, Wu and Dalal (2005), whose names of the terms these are."""
    mean = (math.hypot(*one[1:]) + math.hypot(*two[1:])) / 2
    more = 1.5 - 0.5 * math.sqrt(mean**7 / (mean**7 + 25**7))
    (chroma1, hue1), (chroma2, hue2) = (_polar(more * a, b) for _, a, b in (one, two))
    turn = (hue2 - hue1 + 180) % 360 - 180 if chroma1 * chroma2 else 0.0
    hues = hue1 + hue2
    if not chroma1 * chroma2:
        middle = hues
    elif abs(hue1 - hue2) <= 180:
        middle = hues / 2
    else:
        middle = (hues + 360) / 2 if hues < 360 else (hues - 360) / 2
    light, chroma = (one[0] + two[0]) / 2, (chroma1 + chroma2) / 2
    t = (
        1
        - 0.17 * _cos(middle - 30)
        + 0.24 * _cos(2 * middle)
        + 0.32 * _cos(3 * middle + 6)
        - 0.20 * _cos(4 * middle - 63)
    )
    from_gray = (light - 50) ** 2
    d_light = (two[0] - one[0]) / (1 + 0.015 * from_gray / math.sqrt(20 + from_gray))
    d_chroma = (chroma2 - chroma1) / (1 + 0.045 * chroma)
    d_hue = 2 * math.sqrt(chroma1 * chroma2) * math.sin(math.radians(turn / 2))
    d_hue /= 1 + 0.015 * chroma * t
    rotation = 2 * math.sqrt(chroma**7 / (chroma**7 + 25**7))
    rotation *= -math.sin(math.radians(60 * math.exp(-(((middle - 275) / 25) ** 2))))
    return math.sqrt(d_light**2 + d_chroma**2 + d_hue**2 + rotation * d_chroma * d_hue)


def _polar(a: float, b: float) -> tuple[float, float]:
    return math.hypot(a, b), math.degrees(math.atan2(b, a)) % 360


def _cos(degrees: float) -> float:
    return math.cos(math.radians(degrees))
