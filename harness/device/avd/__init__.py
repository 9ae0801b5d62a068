"""Android emulators, driven through the SDK's own tools.

::

    sdk        where the tools, the virtual devices and their snapshots are
    ports      which console ports are free, and nobody else's
    console    the emulator's own command port: snapshots, position, shut-down
    emulator   one process: started or attached to, watched, shut down
    guest      clock, locale, position and quiet screens of a booted system
    device     all of it as a device of the harness
    doctor     what of it is missing on this machine, and how to get it
"""
