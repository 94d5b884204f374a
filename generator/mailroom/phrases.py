"""Words and phrases by which chatter and orders are told apart: greetings, corrections, votes."""

from __future__ import annotations

import re
from typing import Final

from generator.engine.orders.words import (
    BUILD,
    CONVOY,
    DISBAND,
    KEYWORDS,
    REMOVE,
    RETREAT,
    SUPPORT,
    WAIVE,
    fold,
)

_PROSE_WORDS: Final = (
    "i i'm im i'll i've you you're your yours we we're us our it its it's is isn't was were are am"
    " have has had that this those these there they them he she his her so but not don't didn't"
    " won't if when while because can can't could would will should want wants think hope hopes"
    " guess sorry thanks thank thx ty please pls hi hello hey dear best regards cheers greetings"
    " good luck here see sent with my me be been do does did done just maybe perhaps as at about"
    " no yes ok okay all any some more lot lots what who why how let lets let's know sure game time"
    " week day today tomorrow yesterday weekend mail email deadline player gm everyone everybody"
    " ich du wir sie ist sind nicht und aber wenn hallo liebe lieber gruß grüße viele danke bitte"
    " je tu nous vous est sont pas et mais si bonjour salut merci cordialement"
    " hola gracias saludos ciao grazie saluti hoi groeten bedankt the a of for on"
)
PROSE: Final = frozenset(map(fold, _PROSE_WORDS.split()))
SHORT_ARTICLES: Final = frozenset(("a", "the", "of", "for", "on", "at", "as", "my"))
# Words that stand above orders of one's own, where a name might: `South:`.
_TOPIC_WORDS: Final = (
    "armies army fleets fleet navy units land sea north south east west northern southern eastern"
    " western center centre home rest other others remaining main minor first second third last"
    " next finally alternatively plan note notes comment comments question questions reason"
    " reasons summary tactics strategy defense defence offense press message list order orders"
    " moves option alternative default front italy balkans scandinavia iberia mediterranean baltic"
    " atlantic africa europe empire rhine danube infs influence wars alliances loans treaties"
    " armeen flotten norden suden osten westen befehle zuge einheiten ordres armees flottes ordini"
    " ordenes ordens rozkazy bevelen bewegungen mouvements movimientos ruchy mosse einfluss"
    " declarations placements treaties objectives purchases transactions money gold finances"
    " spending income budget in politics public private secret statement offers investments where"
    " distribution allocation announcements germany"
    " influenza influencia wplywy diplomatie diplomacia military naval ps"
)
TOPICS: Final = PROSE | frozenset(_TOPIC_WORDS.split())
# The words that hardly stand in a sentence about anything else, and those of votes.
STRONG: Final = frozenset(
    word
    for word, kind in KEYWORDS.items()
    if kind in (SUPPORT, CONVOY, RETREAT, DISBAND, BUILD, REMOVE, WAIVE) and len(word) > 4
)
ATTACKS: Final = frozenset(("attack", "hold", "move"))
UNIT_WORDS: Final = frozenset(("army", "armies", "fleet", "fleets", "unit", "units"))
VOTES: Final = frozenset(("draw", "draws", "concede", "concession", "vote", "votes"))
_SAYS_VOTE: Final = (
    "vote votes voting set yes no aye nay agree accept approve reject refuse propose offer for"
    " against request favor favour"
)
SAYS_VOTE: Final = frozenset(_SAYS_VOTE.split())
NAMED: Final = (
    STRONG
    | UNIT_WORDS
    | VOTES
    | {
        "hold",
        "holds",
        "attack",
        "attacks",
        "peace",
        "truce",
        "ceasefire",
        "treaty",
        "ally",
        "allied",
    }
    | {"inf", "infs", "hostilities", "declare", "declares", "declaring"}
)
_DOUBTS: Final = "hope think guess want wants should could would why how what if"
DOUBTS: Final = frozenset(_DOUBTS.split())
NONE: Final = frozenset(("none", "nothing", "no", "nobody", "nil", "n", "a"))
# What stands between a number and a name, and words that numbers stand at in letters.
_BESIDE: Final = (
    "x on go goes in to into at for inf infs influence point points and the put place"
    " auf nach en sur su w na a i op dans"
)
BESIDE: Final = frozenset(_BESIDE.split())
_COUNTED: Final = (
    "nr no line page part item version phase chapter step room day days week weeks hour hours min"
    " minutes pm am gmt utc cet est jan feb mar apr may jun jul aug sep oct nov dec sept march"
    " april june july january february"
    " august september october november december month months turn"
    " year years round spring fall s f w tel fax box game"
)
COUNTED: Final = frozenset(_COUNTED.split())
IN_PROSE = re.compile(
    r"(?<![\w'])(?:[AF]|[Aa]rmy|[Ff]leet)\s+(?:[A-Za-z]{3,5}(?:/[NESW]C)?|(?:[A-Z]\w+\s){1,3})\s*"
    r"(?:->?\s*[A-Za-z]{3}|(?:[SCHD]|to|holds?|supports?|convoys?|moves?)\b)"
)
CONDITION: Final = re.compile(
    r"\b(?:if|unless|when|otherwise|provided|in case|depending|falls|wenn|sonst|sofern|si|sinon"
    r"|sauf|se|als|tenzij)\b",
    re.IGNORECASE,
)
PARTS: Final = re.compile(rf"{CONDITION.pattern}|\b(?:then|dann|alors)\b|[(),;]|:\s", re.IGNORECASE)
# Words that change an order or cancel it.
CHANGES: Final = re.compile(
    r"\b(?:instead|rather|except|but|change|replace|swap|switch|correct(?:ion)?|oops|ups|sorry"
    r"|actually|mean|meant|wait|no|not|never|nvm|cancel|scrap|ignore|disregard|withdraw|delete|drop"
    r"|revoke|forget|forgot|add|also|include|stop|as (?:before|last)|same"
    r"|(?:do|does|did|wo|should)n'?t)\b",
    re.IGNORECASE,
)
# Words that may change the order beside them in its line.
QUALIFIES: Final = re.compile(
    r"\b(?:but|only|except|unless|until|instead|rather|never|not|nor|otherwise|else|later|next|maybe"
    r"|perhaps|possibly|probably|tentative\w*|provisional\w*|pending|draft|old|void"
    r"|tb[acd]|jok\w+|kidding)\b",
    re.IGNORECASE,
)
# Whose an order is, and which of several.
BESTOWS: Final = re.compile(
    r"\b(?:for|by|from|of|was|were|previously|choice|option|plan|alternative|version|second|third)\b",
    re.IGNORECASE,
)
# Behind an order, or below it: the order may not count.
REVOKES: Final = re.compile(
    rf"{QUALIFIES.pattern}|{CONDITION.pattern}|\Aor\b|\b(?:cancel\w*|withdr\w*|scrap"
    r"|wrong|no more|superseded|outdated|hypothetical\w*|backup)\b",
    re.IGNORECASE,
)
# Canceling orders that were sent: `Ignore my last mail`, `scrap that`, `never mind`.
RETRACTS: Final = re.compile(
    r"\b(?:(?:cancel|scrap|ignore|disregard|withdraw|delete|drop|revoke|rescind|forget|discard"
    r"|retract|void|annul|undo|take back|throw (?:away|out))\s+"
    r"(?:that|this|these|those|it|them|everything|all|(?:(?:all|of|my|our|the|that|this|those|these"
    r"|last|previous|earlier|prior|old|first|other|sent)\s+)*"
    r"(?:orders?|e-?mails?|mails?|messages?|sheets?|moves?|submission|version|one|ones)\b)"
    r"|(?:vergiss|ignorier\w*|streich\w*|annule[zr]?|ignore[zr]|annulla|ignora|anula)\s+"
    r"(?:\w+\s+){0,3}(?:mail|e-mail|befehle|züge|ordres?|ordini|órdenes|ordenes|messaggio|mensaje))"
    r"|\A(?:never ?mind|nvm)\b|\A(?:please\s+)?(?:cancel|stop)\W*\Z",
    re.IGNORECASE,
)
# The orders beside such words do not count.
DISCLAIMS: Final = re.compile(
    r"\bnot (?:my|our|the) (?:\w+ )?(?:orders|moves)\b|\b(?:just|only|for) (?:an )?example\b"
    r"|\b(?:i|we)(?:'d| would)? (?:propose|suggest)\b|\b(?:proposals?|suggestions?)\W*\Z"
    r"|\b(?:do not|don'?t) (?:process|store|count|use|submit|enter|play)\b",
    re.IGNORECASE,
)
# Words for several units or INFs at once: `All units hold`, `the rest on Hesse`.
TOGETHER: Final = re.compile(
    r"\b(?:all|every\w*|rest|remaind?\w*|others?|else|both|each|half|units)\b", re.IGNORECASE
)
# Above orders that no longer count, or do not count yet, and above those that do: `My old orders:`,
# `Draft:`, `New:`. Below some (`over`) none counts; below others, where orders stand above.
FORMER: Final = re.compile(
    r"[(\[]?(?:(?:in|my|our|the|these|those|here|were|was|are|is|from|and|sent|orders|for|i|we|what|this"
    r"|an?|all|just|only|please|do)\s+)*"
    r"(?:(?P<over>old|superseded|outdated|obsolete|former(?:ly)?|instead of|quoted?|quoting|zitat"
    r"|citation|repl(?:y|ied|ying) to|antwort auf|cancell?ed|withdrawn|wrong"
    r"|(?:ignore|not|cancel) (?:these|those|this|the following|to|use))"
    r"|previous(?:ly)?|earlier|original(?:ly)?"
    r"|(?:last|next) (?:time|mail|turn|year|version|season|phase)"
    r"|(?:was|were|had|before)(?=\s*:)|drafts?|tests?|sandbox|scratch|examples?|backup|emergency"
    r"|conditional|otherwise|else|propos\w+|suggest\w*|expect\w*|guess\w*|predict\w*|thinking|thoughts?"
    r"|ideas?|results?|reports?|adjudication|history|log|press|message)"
    r"\b(?:[^.!?\d]{0,30}:|(?:['’]s)?(?:\s(?:orders?|moves|ones?))?)\Z",
    re.IGNORECASE,
)
# Above one's own orders, below those of another: `And now mine:`.
OWN: Final = re.compile(
    r"(?:[^\W\d_]+ ){0,3}(?:mine|ours)\b[^.!?\d]{0,20}:\Z|(?:and |now )*mine\Z"
    r"|(?:[^\W\d_]+ ){0,3}(?:my|our|meine?|unsere?|mes|nos|mis)"
    r"(?!\W+(?:old|ally|friend|partner|neighbo|brother|vassal|freund|ami))(?: own)?(?: \w+)?:?\Z"
    r"|(?:(?:and|now|for|as|back|to|und|et|pour|für) )*(?:me|us|myself|own|moi|mich|ich)\s?:?\Z",
    re.IGNORECASE,
)
LATTER: Final = re.compile(
    r"\b(?:new|now|updated?|revised|current|final|corrected|correct)\b[^.!?\d]{0,30}:\Z",
    re.IGNORECASE,
)
# No orders at all, in other words than NO ORDERS; and those of an earlier mail.
NOTHING: Final = re.compile(
    r"(?:(?:i|we)\s+(?:have|send|give|enter|do)\s+)?(?:no\s+(?:more\s+|further\s+|new\s+)?"
    r"(?:moves?|orders|purchases?|builds?|retreats?|infs?|influence)|nothing|none|pass|skip|nmr)\b[\w\s]{0,20}\W*\Z",
    re.IGNORECASE,
)
REPEATS: Final = re.compile(
    r"\b(?:same|repeat|again|copy|as)\b.{0,30}\b(?:last|previous|before|earlier|usual)\b"
    r"|\bsame (?:again|orders|moves)\b|\b(?:repeat|resend|reuse)\b.{0,12}\b(?:orders|moves)\b",
    re.IGNORECASE,
)
# True without an order: `The rest holds`.
REST_HOLDS: Final = re.compile(
    r"(?:(?:and|the|all|my|of|every\w*|rest|remain\w*|others?|else|units?|armies|army|fleets?|just|will"
    r"|should|to|please|is|are)\s+)+(?:holds?|holding|stays?(?:\s+put)?|stands?)\W*\Z",
    re.IGNORECASE,
)
_GREETING = re.compile(
    r"(?:hi|hello|hey|dear|good (?:morning|evening|day)|greetings|hallo|liebe[r]?|moin|servus"
    r"|bonjour|salut|hola|ciao|hoi|beste)\b.{0,60}\Z",
    re.IGNORECASE,
)
_SPOKEN = re.compile(
    r"(?:i|we)(?:['’](?:d|ll|m|re|ve))?\s+"
    r"(?:(?:hereby|also|now|will|shall|would|like|want|wish|going|to|do)\s+)*"
    r"|please\s+",
    re.IGNORECASE,
)
# What stands before an order in an answer to a receipt: `line 6: F NTH S A YOR`.
_NUMBERED_LINE: Final = r"(?:line|order|no\.?|nr\.?|zeile|ligne|riga|linea|regel)\s*#?\s*\d{1,3}\b"
_CORRECTION: Final = re.compile(
    r"(?:(?:oops|ups|sorry|actually|correction|no)\b[\s,.:;!-]*)*"
    r"(?:(?:oops|ups|sorry|actually|correction|no)[,.:;!]+\s*"
    r"|(?:i meant?|wait|make (?:that|it)|change (?:(?:that|it|this) )?(?:in)?to"
    r"|(?:it |that )?should (?:be|read)|scratch that|oops)\b[\s,.:;!-]*)+(?=\S)"
    rf"|(?:(?:in |on |for |my )?{_NUMBERED_LINE}"
    r"\s*(?:should (?:be|read|say)|must be|has to be|is|reads|becomes|now)?"
    r"|(?:edit(?:ed)?|updated?|changed?|amended|correction|corrected|corrigendum"
    r"|korrektur|correzione|corrección|erratum|sorry"
    r"|instead))\s*[:=.,)>-]+\s*(?=\S)"
    r"|(?:line|order)\s+\d{1,3}\s+(?:should (?:be|read|say)|must be|is|reads|becomes)\s+(?=\S)",
    re.IGNORECASE,
)
_INSTEAD: Final = re.compile(r",?\s+instead\W*\Z", re.IGNORECASE)
_CLOSING = re.compile(
    r"(?:best|best wishes|kind regards|best regards|warm regards|regards|cheers|thanks|many thanks"
    r"|thank you|thx|yours|yours truly|sincerely|yours sincerely|ciao|bye|take care|good luck"
    r"|have fun|all the best|viele grüße|liebe grüße|mit freundlichen grüßen|gruß|grüße|lg|mfg|vg"
    r"|danke|cordialement|merci|bien à vous|saludos|gracias|saluti|grazie|groeten|groetjes|ok)"
    r"(?:[\s,!.-].{0,40})?\Z",
    re.IGNORECASE,
)


def is_greeting(line: str) -> bool:
    """Whether a line only says hello."""
    return _GREETING.match(line) is not None


def is_closing(line: str) -> bool:
    """Whether a line is only a closing phrase or thanks."""
    return _CLOSING.match(line) is not None


def unspoken(line: str) -> str:
    """A line without the author in front: `I declare war` is `declare war`."""
    spoken = _SPOKEN.match(line)
    return line[spoken.end() :] if spoken is not None else line


def corrected(line: str) -> str:
    """A line without the words that make it a correction: `make that 4 on Genoa`."""
    found = _CORRECTION.match(line)
    return _INSTEAD.sub("", line[found.end() :]) if found is not None else line
