"""Variants of jDip: what they say is played, what cannot be is named or refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.authoring.jdip import read_variant
from generator.engine.errors import FileError
from generator.rulesets.standard import StandardRuleset
from generator.rulesets.variants import know
from tests.authoring.conftest import Repository

VARIANTS = """\
<?xml version="1.0"?>
<!DOCTYPE VARIANTS [
  <!ATTLIST POWER active (true|false) "true">
  <!ATTLIST SUPPLYCENTER homepower CDATA "none" owner CDATA "none">
]>
<VARIANTS>
  <MAP_DEFINITION id="lake" title="Lake" URI="lake.svg" thumbURI="x.png"/>
  <VARIANT name="Two Lakes" version="1.0">
    <DESCRIPTION><![CDATA[A <b>small</b> one.]]></DESCRIPTION>
    <MAP adjacencyURI="lake_adjacency.xml"><MAP_GRAPHIC ref="lake" default="true"/></MAP>
    <RULEOPTIONS><RULEOPTION name="OPTION_BUILDS" value="VALUE_BUILDS_ANY_OWNED"/></RULEOPTIONS>
    <POWER name="East" adjective="Eastern" altnames="Orient, Sunrise"/>
    <POWER name="West" adjective="Western"/>
    <POWER name="Hermits" active="false" adjective="Hermit"/>
    <STARTINGTIME turn="Spring, 1850, Movement"/>
    <VICTORYCONDITIONS><WINNING_SUPPLY_CENTERS value="3"/><GAME_LENGTH value="9"/>
    </VICTORYCONDITIONS>
    <SUPPLYCENTER province="hil" homepower="sunrise" owner="sunrise"/>
    <SUPPLYCENTER province="fen" homepower="west" owner="west"/>
    <SUPPLYCENTER province="isl"/>
    <SUPPLYCENTER province="cav" homepower="hermits" owner="hermits"/>
    <INITIALSTATE province="hil" power="east" unit="fleet"/>
    <INITIALSTATE province="fens" power="west" unit="army"/>
    <INITIALSTATE province="isl" power="hermits" unit="fleet" unitcoast="nc"/>
    <INITIALSTATE province="cav" power="hermits" unit="army"/>
  </VARIANT>
  <VARIANT name="Other" version="1.0"/>
</VARIANTS>
"""
ADJACENCY = """\
<?xml version="1.0"?>
<PROVINCES>
  <PROVINCE shortname="hil" fullname="Hills">
    <ADJACENCY type="mv" refs="fen cav"/>
    <ADJACENCY type="xc" refs="nor"/>
  </PROVINCE>
  <PROVINCE shortname="fen" fullname="Fens">
    <UNIQUENAME name="fens"/>
    <UNIQUENAME name="hil"/>
    <ADJACENCY type="mv" refs="hil"/>
    <ADJACENCY type="xc" refs="sou"/>
  </PROVINCE>
  <PROVINCE shortname="cav" fullname="Cave"><ADJACENCY type="mv" refs="hil"/></PROVINCE>
  <PROVINCE shortname="isl" fullname="Isle">
    <ADJACENCY type="mv" refs="isl"/>
    <ADJACENCY type="nc" refs="nor"/>
    <ADJACENCY type="sc" refs="sou"/>
  </PROVINCE>
  <PROVINCE shortname="mou" fullname="Mountain"><ADJACENCY type="mv" refs="mou"/></PROVINCE>
  <PROVINCE shortname="nor" fullname="North Lake">
    <ADJACENCY type="xc" refs="hil isl-nc"/>
  </PROVINCE>
  <PROVINCE shortname="sou" fullname="South Lake">
    <ADJACENCY type="xc" refs="fen isl-sc"/>
  </PROVINCE>
</PROVINCES>
"""
PLACES = {
    "nor": (0, 0, 80, 40), "sou": (0, 60, 80, 100), "isl": (0, 40, 80, 60),
    "hil": (80, 0, 120, 50), "fen": (80, 50, 120, 100),
    "cav": (120, 0, 160, 50), "mou": (120, 50, 160, 100),
}  # fmt: skip
DRAWING = "\n".join(
    [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 100">',
        '<defs><path id="arrow" d="M0 0L1 1L0 1z"/></defs>',
        *(
            f'<path id="_{code}" d="M{x},{y}H{right}V{low}H{x}Z"/>'
            for code, (x, y, right, low) in PLACES.items()
        ),
        "</svg>",
    ]
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    folder = tmp_path / "jdip"
    folder.mkdir()
    (folder / "lake_adjacency.xml").write_text(ADJACENCY, encoding="utf-8")
    (folder / "lake.svg").write_text(DRAWING, encoding="utf-8")
    path = folder / "variants.xml"
    path.write_text(VARIANTS, encoding="utf-8")
    return path


def test_powers_centers_and_units(file: Path) -> None:
    ruleset = know("two-lakes", read_variant(file, "two-lakes").files())
    assert isinstance(ruleset, StandardRuleset)
    facts = ruleset.facts
    assert (facts.title, facts.first_year) == ("Two Lakes", 1850)
    assert facts.homes == {"east": ("HIL",), "west": ("FEN",)}
    assert [str(unit) for unit in facts.opening["east"]] == ["F HIL"]
    assert [str(unit) for unit in facts.opening["west"]] == ["A FEN"]
    assert [str(unit) for unit in facts.neutral] == ["A CAV", "F ISL/NC"]
    assert facts.board.centers == ("CAV", "FEN", "HIL", "ISL")
    assert facts.options["victory-centers"].default == 3
    assert facts.anywhere


def test_kinds_borders_and_names(file: Path) -> None:
    board = know("two-lakes", read_variant(file, "two-lakes").files()).facts.board  # type: ignore[attr-defined]
    kinds = {code: one.kind for code, one in board.provinces.items()}
    assert kinds == {
        "CAV": "inland", "FEN": "coastal", "HIL": "coastal", "ISL": "coastal",
        "MOU": "impassable", "NOR": "sea", "SOU": "sea",
    }  # fmt: skip
    assert board.army_from("HIL") == ("CAV", "FEN")
    assert board.army_from("ISL") == ()
    assert board.fleet_from("ISL/NC") == ("NOR",)
    assert board.fleet_from("NOR") == ("HIL", "ISL/NC")
    # Another place is called so: a short name goes before.
    assert board.provinces["FEN"].aliases == ("fens",)


def test_what_files_that_are_shared_have_besides(file: Path) -> None:
    """Another encoding, coasts after a slash, a place that borders itself, an isle of fleets."""
    head = '<?xml version="1.0" encoding="ISO-8859-1"?>'
    text = VARIANTS.replace('<?xml version="1.0"?>', head).replace('"Eastern"', '"Öst"')
    text = text.replace('province="isl"/>', 'province="isl"/><SUPPLYCENTER province="ree"/>')
    file.write_bytes(text.encode("latin-1"))
    borders = ADJACENCY.replace("isl-nc", "isl/nc").replace(
        'type="xc" refs="sou"', 'type="xc" refs="sou fens"'
    )
    borders = borders.replace('refs="fen isl-sc"/>', 'refs="fen isl-sc ree"/>').replace(
        "</PROVINCES>",
        '<PROVINCE shortname="ree" fullname="Reeds"><ADJACENCY type="xc" refs="sou"/></PROVINCE>'
        "</PROVINCES>",
    )
    file.with_name("lake_adjacency.xml").write_text(borders, encoding="utf-8")
    found = read_variant(file, "two-lakes")
    assert (
        "REE has a center, and only fleets border on it: it is read as an island, "
        "which armies reach by convoy; no fleet convoys there"
    ) in found.notes
    ruleset = know("two-lakes", found.files())
    assert isinstance(ruleset, StandardRuleset)
    board = ruleset.facts.board
    assert ruleset.powers["east"].adjective == "Öst"
    assert board.fleet_from("NOR") == ("HIL", "ISL/NC")
    assert board.fleet_from("FEN") == ("SOU",)
    assert board.provinces["REE"].kind == "coastal"
    assert board.provinces["REE"].center


def test_what_is_played_otherwise_is_told(file: Path) -> None:
    assert read_variant(file, "two-lakes").notes == [
        "Two Lakes is read; a name like theirs reads one of: Other",
        "GAME_LENGTH does not end games here; use the option end-year",
        "Hermits does not play: its units are neutral",
    ]


def test_drawing_comes_along_and_is_compared_with_the_borders(
    repository: Repository, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert repository.run("ruleset", "new", "two-lakes", "--from", str(file)) == 0
    told = capsys.readouterr().err
    # The isle lies between the lakes up to the shore, which nobody can cross.
    assert told.count("touch in the drawing, but have no border in board.toml") == 2
    assert repository.path("variants/two-lakes/map.svg").is_file()
    assert repository.run("new", "first", "--ruleset", "two-lakes", "--demo", "1") == 0
    assert repository.run("verify", "first") == 0


def test_variant_without_a_drawing_is_drawn_as_a_graph(repository: Repository, file: Path) -> None:
    file.with_name("lake.svg").unlink()
    assert repository.run("ruleset", "new", "two-lakes", "--from", str(file)) == 0
    assert not repository.path("variants/two-lakes/map.svg").exists()
    assert repository.path("variants/two-lakes/map.json").is_file()


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("variants.xml", "Spring, 1850", "Fall, 1850", r"variants.xml:15: .*movement in spring"),
        ("variants.xml", "Spring, 1850", "Spring, -50", r"variants.xml:15: -50 is not a year"),
        ("variants.xml", 'value="3"', 'value="many"', r"variants.xml:16: 'many' is not a number"),
        ("variants.xml", 'unit="army"/>', 'unit="wing"/>', r"variants.xml:23: .*kind wing"),
        ("variants.xml", 'province="isl"/>', 'province="xyz"/>', r"variants.xml:20: .*xyz"),
        ("variants.xml", '<?xml version="1.0"?>', '<?xml version="1.0" encoding="nonsense"?>',
         r"variants.xml:1: cannot be read: unknown encoding"),
        ("variants.xml", "<VARIANTS>", "<VARIANTS", r"variants.xml:7: is not XML"),
        ("variants.xml", "<!ATTLIST POWER", '<!ENTITY x "y"><!ATTLIST POWER', r":3: .*entity"),
        ("lake_adjacency.xml", "fen cav", "fen cavern", r"adjacency.xml:4: .*province cavern"),
        ("lake_adjacency.xml", "<PROVINCES>", '<PROVINCES><BORDER id="i" description="ice"/>',
         r"adjacency.xml:2: borders with rules .*ice"),
    ],
)  # fmt: skip
def test_what_cannot_be_played_is_refused_with_its_line(
    file: Path, name: str, old: str, new: str, said: str
) -> None:
    path = file.with_name(name)
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(FileError, match=said):
        read_variant(file, "two-lakes")
