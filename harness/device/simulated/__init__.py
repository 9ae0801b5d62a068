"""A phone that runs anywhere: declared widgets over app state, one layout, dump and renderer.

::

    world ──seed──▶ state ──screens──▶ widgets ──layout──▶ scene ──▶ dump (XML, gold)
                      ▲                                     │  └───▶ render (pixels)
                      └────────── shell (gestures) ◀────────┘
"""
