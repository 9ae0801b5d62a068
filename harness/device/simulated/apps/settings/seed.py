"""The settings of the phone as its owner has left them."""

from __future__ import annotations

from typing import Any

from harness.device.simulated.apps.dialer.call_log import local_number
from harness.device.simulated.context import State
from harness.device.simulated.world import World, digits

_NOTIFYING = ("Bank", "Contacts", "Messages", "Phone")
_APPS = ("Bank", "Contacts", "Messages", "Phone", "Settings")
_KINDS = ("Apps", "Photos", "Audio", "System")


def seed_settings(world: World) -> State:
    """Everything under ``settings`` at the start."""
    rng = world.rng("settings")
    owner, friend = world.owner, world.person(world.twins[0])
    names = rng.sample(list(world.texts("settings.networks")), 3)
    free = rng.choice(world.texts("settings.open_networks"))
    words = world.texts("settings.password_words")
    networks = [
        {
            "name": name,
            "secured": name != free,
            "saved": i == 0,
            "password": f"{rng.choice(words)}{digits(rng, 4)}",
        }
        for i, name in enumerate((*names, free))
    ]
    helper = rng.choice([p for p in world.people if p["id"] not in world.twins])
    (phone,), (headphones,) = world.texts("settings.phone"), world.texts("settings.headphones")
    return {
        "settings": {
            "wifi": True,
            "wifi_network": names[0],
            "networks": networks,
            "ip": owner["ip"],
            "bluetooth": rng.random() < 0.5,
            "devices": [
                {"name": headphones, "owner": friend["first"], "connected": False},
                *(
                    {"name": name, "owner": "", "connected": False}
                    for name in world.texts("settings.devices")
                ),
            ],
            "hotspot": {"on": False, "password": f"{rng.choice(words)}-{digits(rng, 5)}"},
            "dark_theme": False,
            "font_size": "Default",
            "font_scale": 1.0,
            "screen_timeout": "30 seconds",
            "hide_sensitive": True,
            "notifications": dict.fromkeys(_NOTIFYING, True),
            "device_name": phone.format(first=owner["first"]),
            "recovery_email": f"{owner['username']}@example.com",
            "emergency": {
                "contact": helper["name"],
                "phone": local_number(helper["phone"], world.locale.region),
                "allergy": rng.choice(world.texts("settings.allergies")),
                "medication": rng.choice(world.texts("settings.medications")),
            },
            "eid": "8904" + digits(rng, 28),
            "pages": _pages(world),
        }
    }


def _pages(world: World) -> dict[str, Any]:
    """Versions, sizes and amounts of data: numbers that look like others and mean nobody."""
    rng = world.rng("settings/pages")
    return {
        "apps": [
            {
                "name": name,
                "version": f"{rng.randint(1, 14)}.{rng.randint(0, 9)}.{rng.randint(1000, 99999)}",
                "megabytes": round(rng.uniform(4, 900), 1),
                "data": round(rng.uniform(0.1, 1800), 1),
            }
            for name in _APPS
        ],
        "storage": {kind: round(rng.uniform(2, 38), 2) for kind in _KINDS},
        "baseband": f"g5300g-{rng.randint(240100, 240430)}-B-{rng.randint(10**7, 10**8 - 1)}",
        "kernel": f"6.1.{rng.randint(20, 90)}-android14-11-ab{rng.randint(10**7, 10**8 - 1)}",
        "uptime": f"{rng.randint(20, 400)}:{rng.randint(10, 59)}:{rng.randint(10, 59)}",
    }
