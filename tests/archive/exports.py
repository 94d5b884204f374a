"""Changes of exported games, and whether JSON is as a JSON Schema says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def replaced(*keys: Any, by: Any) -> Callable[[Any], None]:
    """A change of an export at a path of keys."""

    def change(data: Any) -> None:
        for key in keys[:-1]:
            data = data[key]
        if by is None:
            del data[keys[-1]]
        else:
            data[keys[-1]] = by

    return change


def added(*keys: Any, name: str, value: Any = "x") -> Callable[[Any], None]:
    def change(data: Any) -> None:
        for key in keys:
            data = data[key]
        data[name] = value

    return change


KINDS = {"object": dict, "array": list, "string": str, "integer": int, "null": type(None)}
WITHOUT_EFFECT = ("type", "title", "description", "default", "$defs", "$schema")


def conforms(value: Any, schema: Any, top: Any) -> bool:
    """Whether JSON is as a schema says; knows the words that our schema uses, and no others."""
    if "type" in schema and type(value) is not KINDS[schema["type"]]:
        return False
    for word, said in schema.items():
        match word:
            case "$ref":
                right = conforms(value, top["$defs"][said.removeprefix("#/$defs/")], top)
            case "anyOf":
                right = any(conforms(value, one, top) for one in said)
            case "const" | "enum":
                right = value in (said if word == "enum" else [said])
            case "minimum" | "maximum":
                right = value >= said if word == "minimum" else value <= said
            case "required":
                right = set(said) <= set(value)
            case "items":
                right = all(conforms(item, said, top) for item in value)
            case "properties":
                right = all(conforms(value[key], said[key], top) for key in said if key in value)
            case "propertyNames":
                right = all(conforms(key, said, top) for key in value)
            case "additionalProperties":
                known = schema.get("properties", {})
                others = [item for key, item in value.items() if key not in known]
                right = said is True or all(said and conforms(one, said, top) for one in others)
            case _:
                assert word in WITHOUT_EFFECT, word
                continue
        if not right:
            return False
    return True
