"""Wars: who declares them, who fights on which side, how they end, and what the winner takes.

A stage works on the `Progress` of its phase: it puts another state there, reports events in the
order in which they happen, and gives each order that it tries a verdict. `orders` is {player: the
orders of the player, as written}; a stage passes over those for which it has no use.

The stages, in the order in which a Round needs them:

    declaring  open_wars(progress)                     the start of R6: whose land touches what
               declare(progress, player, orders)       one player: WAR, RELIGIOUSWAR, LEAGUE
    battles    next_battle_phase(state)                from 1; 0 when no private war waits
               open_battles(progress, phase, lots)     sides, leaders, automatic victories, hands
               is_frozen(state, player)                no withdrawal before the treaty (POW-DI-5)
               enemies_met(state)                      who has cards to play, and against whom
    fighting   fight(progress, orders, lots)           swaps, then all battles by script
               swap_hands(progress, orders)            or, where they have a deadline, the swaps,
               play_round(progress, orders, lots)      and in live play one battle round of each
    treaties   conclude(progress, phase, orders)        the treaties, in order of declaration
    gathering  gather_leagues(progress, orders)        forced joining, the Emperor, the DOTF
               open_melee(progress, lots)              hands for all members of both Leagues;
                                                       then it is fought like private wars
    outcome    conclude_religious_war(progress, orders)    Target, Electors, treaties
    telling    battle_sections(state, events)          their battle rounds as tables of a report
               melee_sections(events)                  and those of the Religious War
    checking   battle_refusal(state, player, order)    what is wrong with an order beforehand

Battles that have been opened are kept in `state.hands` (wars/fields.py, with dump and load: a
private document) until their treaties; a war's `status` and `winner` record how its battle ended.
After `gather_leagues` the Religious War is "won" if there is no one to fight, "cancelled" if its
Target is gone, "pending" if both Leagues go to war. Leagues are emptied by their own module.
"""

from __future__ import annotations
