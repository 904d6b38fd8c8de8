# SPDX-License-Identifier: Apache-2.0
"""What cables and switches cost: media and price lists of a machine, docs/machines.md. Lengths in whole nanometres."""

from dataclasses import dataclass
from pathlib import Path

import yaml

from boards import nanometres
from spec import NANOSECONDS, in_units, quantity

LAYOUTS = Path(__file__).resolve().parents[2] / "layouts"
WATTS = {"mW": 1e-3, "W": 1.0, "kW": 1e3}
GBPS = {"Mb/s": 1e-3, "Gb/s": 1.0, "Tb/s": 1e3}
NS_PER_M = {"ns/m": 1.0, "ps/mm": 1.0, "ps/inch": 1e-3 / 0.0254}
SHARES = {"%": 0.01}
CLOSE = 1e-9


class NotOnOffer(Exception):
    """No medium reaches, or a list lacks a price."""


def read(said, folder, kind):
    if isinstance(said, dict):
        return said
    file = LAYOUTS / kind / f"{said}.yaml"
    return yaml.safe_load((file if file.exists() else folder / said).read_text())


def listed(said):
    return said if isinstance(said, list) else [said]


def amount(value, units):
    return None if value is None else in_units(value, units)


@dataclass(frozen=True, order=True)
class Price:
    """A price, and what it may lie between."""
    value: float
    least: float
    most: float

    def __add__(self, other):
        return Price(self.value + other.value, self.least + other.least, self.most + other.most)

    def __mul__(self, times):
        return Price(self.value * times, self.least * times, self.most * times)


FREE = Price(0, 0, 0)


def price_of(said):
    """A number, or {value, from, to}."""
    return Price(said["value"], said["from"], said["to"]) if isinstance(said, dict) else Price(said, said, said)


def priced_law(keys, of):
    return price_of(keys.get("fixed", 0)), price_of(keys.get(of, 0))


def law(keys, of, units=None):
    """A number that grows: fixed and each."""
    numbers = [keys.get("fixed", 0), keys.get(of, 0)]
    return [quantity(one)[0] * ((units or {}).get(quantity(one)[1], 1)) for one in numbers]


class Medium:
    def __init__(self, keys):
        self.name, self.kind = keys["name"], keys["kind"]
        self.reach = nanometres(keys["reach"]) if "reach" in keys else None
        self.stock = sorted(map(nanometres, keys.get("stock", [])))
        self.diameter = nanometres(keys["diameter"]) if "diameter" in keys else 0
        self.per_metre, self.end = in_units(keys.get("delay", "0 ns/m"), NS_PER_M), in_units(
            keys.get("end_delay", "0 ns"), NANOSECONDS)
        self.watts = amount(keys.get("power"), WATTS)
        self.watts_most = amount(keys.get("power_most", keys.get("power")), WATTS)

    def made(self, needed):
        """The next length that is made; None where none is long enough, or it is longer than the medium reaches."""
        length = min((each for each in self.stock or [needed] if each >= needed), default=None)
        return length if length is not None and self.is_made(length) else None

    def is_made(self, length):
        return (not self.stock or length in self.stock) and (self.reach is None or length <= self.reach)

    def delay(self, length):
        return self.per_metre * length * 1e-9 + 2 * self.end


def kind_of(medium):
    return "optics" if medium.kind == "optical" else "copper"


@dataclass
class Offer:
    medium: Medium
    length: int
    price: Price = None


class Market:
    def __init__(self, keys, folder, uncertain):
        self.factors = {"copper": 1, "optics": 1, "switches": 1, "hall": 1} | keys.get("price_factor", {})
        self.shares = {kind: in_units(uncertain.get(key, "0 %"), SHARES) for kind, key in (
            ("copper", "copper_price"), ("optics", "optics_price"), ("switches", "switch_price"), ("hall", "hall_price"))}
        self.media = [Medium(read(one, folder, "media")) for one in listed(keys.get("media", ["dac-100g", "aoc-100g"]))]
        lists = [read(one, folder, "prices") for one in listed(keys["prices"])] if keys.get("prices") else []
        self.priced = bool(lists)
        self.cables = [one for each in lists for one in each.get("cables", [])]
        self.switches = [one for each in lists for one in each.get("switches", [])]
        self.once = {key: self.counted("hall", price_of(([0] + [each[key] for each in lists if key in each])[-1]))
                     for key in ("rack", "laying_inside", "laying_between")}

    def counted(self, kind, price):
        """A price of a list as it counts: times its factor; off by a share where the list gives no interval."""
        price = price * self.factors[kind]
        if price.least != price.most:
            return price
        off = abs(price.value) * self.shares[kind]
        return Price(price.value, price.value - off, price.value + off)

    def offer(self, needed, rate):
        if not self.priced:
            for medium in self.media:
                if medium.made(needed) is not None:
                    return Offer(medium, medium.made(needed))
            raise NotOnOffer(f"nothing reaches {needed}")
        offers = [(price.value, number, length, price) for number, medium in enumerate(self.media)
                  for length, price in self.prices(medium, needed, rate)]
        if not offers:
            raise NotOnOffer(f"no price for {needed}")
        _, number, length, price = min(offers)
        return Offer(self.media[number], length, price)

    def prices(self, medium, needed, rate):
        """Lengths and prices of the next cables of a medium, by each price that is for it and for the rate."""
        for one in self.cables:
            if one["kind"] != medium.kind or ("rate" in one and in_units(one["rate"], GBPS) < rate * (1 - CLOSE)):
                continue
            if "lengths" in one:
                sold = sorted((nanometres(length), price_of(price)) for length, price in one["lengths"])
                yield from [(length, self.counted(kind_of(medium), price)) for length, price in sold
                            if length >= needed and medium.is_made(length)][:1]
                continue
            cable, gbit = (priced_law(one.get(key, {}), "per_metre") for key in ("each_cable", "each_gbps"))
            length = medium.made(needed)
            if length is not None and ("longest" not in one or length <= nanometres(one["longest"])):
                metres = length * 1e-9
                price = cable[0] + cable[1] * metres + (gbit[0] + gbit[1] * metres) * rate
                price = self.counted(kind_of(medium), price)
                yield from [(length, price)] if price.value >= 0 else []

    def switch(self, ports, rate):
        """The price and watts of the cheapest switch."""
        found = []
        for number, one in enumerate(self.switches):
            if one.get("ports", ports) < ports or ("rate" in one and in_units(one["rate"], GBPS) < rate * (1 - CLOSE)):
                continue
            fixed, each = priced_law(one.get("price", {}), "per_port")
            if (fixed + each * ports).value >= 0:
                found.append(((fixed + each * ports).value, number, fixed + each * ports))
        if not found:
            raise NotOnOffer(f"no switch of {ports} ports")
        _, number, price = min(found)
        one, watts = self.switches[number], None
        if "power" in one:
            fixed, each = law(one["power"], "per_port", WATTS)
            watts = fixed + each * ports
        return self.counted("switches", price), watts, amount(one.get("power_most"), WATTS) if "power_most" in one else watts
