"""Why an order ended as it did, and which other order would have helped it.

Nothing here takes part in resolving. `explain` gives the reasons for a verdict, with numbers from
`strengths`, sentences from `refusals` for orders that were not legal, and `common_reasons` for
most of the rest. `remedies` tries which single other order would have made a failed one succeed:
`candidates` lists the orders to try, and how little has to be resolved again for each,
`remedy_text` puts the result into words.
"""
