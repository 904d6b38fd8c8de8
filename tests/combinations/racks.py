# SPDX-License-Identifier: Apache-2.0
"""Machines: halls of racks that mostly hold the network, and now and then are too small; media, price lists."""
from hypothesis import strategies as st

RATES = ("10 Gb/s", "40 Gb/s", "100 Gb/s", "400 Gb/s")
MEDIA = ({"name": "own-copper", "kind": "copper", "reach": "3 m", "delay": "4.5 ns/m", "power": "0.1 W"},
         {"name": "own-stock", "kind": "active_copper", "stock": ["1 m", "4 m", "7 m"], "diameter": "7 mm",
          "colour": "yellow", "end_delay": "40 ns", "power": "500 mW", "power_most": "1 W"},
         {"name": "own-fibre", "kind": "optical", "stock": ["5 m", "10 m", "20 m", "50 m"], "reach": "25 m",
          "delay": "5 ns/m", "end_delay": "100 ns", "diameter": "3 mm"})
PRICES = ({"name": "laws", "cables": [
              {"kind": "copper", "longest": "4 m", "each_cable": {"fixed": 3, "per_metre": 2.5}},
              {"kind": "optical", "each_cable": {"fixed": 30}, "each_gbps": {"fixed": 0.5, "per_metre": 0.1}}],
           "switches": [{"price": {"fixed": 100, "per_port": 7}, "power": {"fixed": "9 W", "per_port": "2 W"},
                         "power_most": "0.5 kW"}],
           "rack": {"value": 250, "from": 250, "to": 300}, "laying_inside": 1, "laying_between": 2.5},
          {"name": "table", "cables": [
              {"kind": "copper", "rate": "100 Gb/s", "lengths": [["1 m", 10], ["3 m", 12], ["7 m", 30]]},
              {"kind": "active_copper", "lengths": [["4 m", {"value": 20, "from": 12, "to": 24.5}], ["10 m", 15]]},
              {"kind": "optical", "rate": "400 Gb/s", "lengths": [["5 m", 60], ["20 m", 65], ["100 m", 80]]}],
           "switches": [{"name": "small", "ports": 6, "price": {"fixed": 40}, "power": {"fixed": "10 W"}},
                        {"name": "large", "ports": 64, "rate": "100 Gb/s", "price": {"fixed": 400, "per_port": 1}}]},
          {"name": "abroad", "currency": "EUR", "rack": 10, "laying_between": 3})
RULES = ("in_order", "group", "one_of_each", "end_of_row", "middle_of_row", "shortest", "cheapest")
KEYS = {"aisles": ("0.9 m", ["1.2 m", "0.9 m"], "0 m"), "doors": ([{"after": 1, "width": "1.5 m"}],),
        "halls": (2, 3), "between_halls": ("8 m", "25 m"), "tray": ("overhead", "floor", "straight"), "tray_gap": ("5 inch", "0 m"), "slack": ("0.3 m", "15 cm"),
        "service_loop": ("0.5 m", "0 m"), "inside": ("2 m",), "to_tray": ("2 m", "1250 mm"), "fill": RULES * 2,
        "group_digit": (0, 1, 5), "nodes": ("switches", "terminals", "terminals"), "rate": RATES, "spares": ("2 %", "15 %"),
        "years": (4, 0.5), "kwh_price": (0.2,), "price_factor": ({"optics": 0.5}, {"copper": 2, "hall": 0})}
RACK = {"width": ("600 mm", "24 inch", "80 cm"), "depth": ("1 m",), "units": (12, 20, 48),
        "unit": ("1.75 inch", "50 mm"), "switch_units": (1, 2), "host_units": (1, 2), "host_terminals": (1, 2, 4),
        "switches_at": ("top", "middle", "bottom"), "empty_below": (1, 2), "empty_above": (1,)}
SWITCH_RACK = {"switches": (4, 16), "width": ("800 mm", "30 inch"), "depth": ("1.4 m",), "units": (24, 48),
               "unit": ("50 mm",), "switch_units": (1, 2), "switches_at": ("top", "middle", "bottom"), "empty_below": (1,)}
SWEEPS = ({"machine.fill": ["in_order", "group"]}, {"machine.slack": ["0 m", "1 m"]}, {"machine.columns": [4, 8]},
          {"machine.rack.switches": [4, 8]})
LIMITED = {"cost": (100, 5000, 1000000), "power": ("200 W", "20 kW"), "racks": (1, 4, 20),
           "longest_cable": ("2 m", "30 m")}
RANKED = ("cost_with_energy", "power_most", "cost", "power", "cable", "racks", "longest_cable", "cost_per_terminal", "cost_per_bisection",
          "cost_per_saturation", "bisection_left")
PLACES = "racks.csv"
BOARDS = ({"pitch": "60 mm", "delay": "7 ns/m"}, {"nodes": "joined", "pitch": ["80 mm", "0.12 m"], "delay": "6.9 ns/m"},
          {"nodes": [2], "pitch": "50 mm", "delay": "0 ns/m", "end_delay": "2 ns", "power": "20 mW"},
          {"nodes": [2, 2], "pitch": ["1 cm"], "delay": "7 ns/m", "power": "10 mW", "power_most": "0.1 W"})


def limits():
    """Some of the limits of machines."""
    return st.fixed_dictionaries({}, optional={key: st.sampled_from(LIMITED[key]) for key in LIMITED}).filter(bool)


@st.composite
def one_or_several(draw, names, maps):
    one = st.one_of(st.sampled_from(names), st.sampled_from(maps))
    return draw(st.one_of(one, st.lists(one, min_size=1, max_size=3)))


@st.composite
def machines(draw, catalogues, found):
    """A hall for these networks, or none."""
    if draw(st.integers(0, 9)) == 9:
        return "none"
    sites = max(network.sites for network in found)
    rows, switches = draw(st.integers(1, 3)), draw(st.sampled_from((1, 2, 4, 8, 16)))
    room = -(-sites // (rows * switches)) + draw(st.sampled_from((0, 0, 1, 2, 5)))
    keys = {"rows": rows, "columns": max(1, room + draw(st.sampled_from((0, 0, 0, -1))))}
    rack = {"switches": switches, "terminals": draw(st.sampled_from((0, 4, 8, 16, 32)))}
    chosen = draw(st.lists(st.sampled_from(sorted(RACK)), unique=True, max_size=3))
    rack |= {key: draw(st.sampled_from(RACK[key])) for key in chosen}
    keys["rack"] = rack
    chosen = draw(st.lists(st.sampled_from(sorted(KEYS)), unique=True, max_size=5))
    keys |= {key: draw(st.sampled_from(KEYS[key])) for key in KEYS if key in chosen}
    if "aisles" not in keys and draw(st.integers(0, 3)) == 3:
        keys["row_pitch"] = "2.4 m"
    if rows * keys["columns"] > 1 and draw(st.integers(0, 3)) == 3:
        keys["empty"] = draw(st.sampled_from(([{"row": 1, "rack": 1}], [{"row": [rows], "rack": [1]}])))
    if keys.get("fill") in ("end_of_row", "middle_of_row") and draw(st.booleans()):
        own = draw(st.lists(st.sampled_from(sorted(SWITCH_RACK)), unique=True, max_size=4))
        keys["switch_rack"] = {key: draw(st.sampled_from(SWITCH_RACK[key])) for key in own}
    if draw(st.integers(0, 3)) == 3:
        keys["board"] = draw(st.sampled_from(BOARDS))
    if draw(st.integers(0, 3)):
        keys["rate"] = draw(st.sampled_from(RATES))
    if draw(st.booleans()):
        keys["media"] = draw(one_or_several(catalogues.names("media"), MEDIA))
    if draw(st.integers(0, 3)):
        keys["prices"] = draw(one_or_several(catalogues.names("prices"), PRICES))
    if "empty" not in keys and draw(st.integers(0, 5)) == 5:
        keys["places"] = PLACES
    return keys


@st.composite
def places(draw, found, document):
    """Lines `node,row,rack` for some nodes, within the smallest hall."""
    halls = [holder["machine"] for holder in (document, document.get("defaults", {}), *document["candidates"])
             if isinstance(holder.get("machine"), dict)]
    rows, columns = (min(hall[key] for hall in halls) for key in ("rows", "columns"))
    nodes = draw(st.lists(st.integers(0, min(network.sites for network in found) - 1), unique=True, max_size=4))
    lines = [f"{node},{draw(st.integers(1, rows))},{draw(st.integers(1, columns))}" for node in nodes]
    return "".join(line + "\n" for line in draw(st.sampled_from((["node,row,rack"], []))) + lines)


def with_places(document):
    return any(isinstance(holder.get("machine"), dict) and holder["machine"].get("places") for holder in (
        document, document.get("defaults", {}), *document["candidates"]))
