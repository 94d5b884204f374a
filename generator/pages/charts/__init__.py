"""Charts as inline SVG, made at build time: pure functions from values to markup.

Every chart labels its lines and layers where they end; labels never cover each other. Colors come
from the class of a power (`pw-austria`) or of a layer (`k0` to `k9`), so day, candlelight and paper
each have their own; dashes and words distinguish what the colors do. The `aria-label` of each chart
describes it. The page that shows a chart also has its numbers in a table.

    lines.line_chart           numbers by year, a line for each power, for wide pages
    lines.rank_chart           places by year, who overtook whom
    multiples.small_multiples  one small chart for each power on one scale, also for phones
    bars.stacked_columns       what a number is made of, year by year
    bars.stacked_bar           what one number is made of, for a cell of a table
    bars.sparkline             a number's course, for a cell of a table
    bars.span_chart            an estimate with its interval, for a cell of a table

The styles are in the theme's chart.css. A chart that is wider than its place is in
`<div class="scroll" tabindex="0" role="region" aria-label="..." data-end>`.
"""
