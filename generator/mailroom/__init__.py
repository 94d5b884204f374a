"""Mails and forum posts with orders in them: a player's meaning, the orders that it replaces, the
receipt for it, and where all of it is stored. The path of a letter:

    letter.open_letter     bytes: its text, subject, senders, and further parts
    layers.lines_of        its lines: the author's own, forwarded, quoted, of a signature
    chats.spoken           the lines of a chat below the names of their authors
    marking.marks_of       which lines are headings: of a power, a phase, a person, another game
    sorting.Sorter         the lines by phase; those below what heads others' orders, or old ones
    keeping._Sheet.take    the orders of a phase, and a reason for every other line
    intake.take            the sheet that they replace; `receipt` is the answer

The first rule that fits decides, in that order. The reason that a receipt gives is a constant of
the module whose rule it was; `prose` judges whether a line looks like an order to a person, and all
of them take the meaning of words from words.toml.

`reading`, `receipt` and what they use take text and give values; `intake`, `mailboxes`,
`submissions` and the modules that they use read and write the files of a game.
"""
