"""How well cards are read: labelled pictures in, tables of figures out.

``labels`` reads what pictures hold, ``judge`` holds a reading against it, ``report`` counts what
was judged, ``floors`` says what is good enough, ``markdown`` writes it down. Knows pictures and
labels, no rules.
"""
