"""Makes boards: the geometry files in mapsvg/boards. Nothing here is needed at play.

    python -m mapsvg.workshop.cartography BOARD      from coastlines and towns
    python -m mapsvg.workshop.gridboard BOARD.toml   from a grid of province codes
    python -m mapsvg.workshop.hexboard               the boards of hexes in hexboards.toml
    drawing.draw_board(board, svg)                   from a drawing (inkscape, painting, placing),
                                                     or as a graph of borders (graphboard)

Cartography needs what the extra "cartography" installs; the others need nothing.
"""
