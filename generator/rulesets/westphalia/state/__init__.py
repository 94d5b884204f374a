"""The position between two phases, the orders that change it, and the queries that all rules
share."""
