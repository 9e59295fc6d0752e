"""The orders of the SRAM's ports: an enumeration for C++, and what the arbiter in SystemVerilog asks of an order."""
from common.fault import Refused
from generator.source import banner, camel, parse

ENGINES = ("host", "receive", "send")
PORTS = (*ENGINES, "cpu")
MOST_ORDERS = 4


def _ports(value):
    """As texts, so that what is none is shown and refused as a name that is not known."""
    return tuple(map(str, value if isinstance(value, list) else [value]))


def read(path, source):
    """The orders, each a tuple of ports."""
    orders = parse(path, source, lambda data: [_ports(order["ports"]) for order in data["order"]])
    if not 0 < len(orders) <= MOST_ORDERS:
        raise Refused(f"{source}: found {len(orders)} orders; allowed: 1 to {MOST_ORDERS}, which order_i of lanai_arbiter.sv "
                      "can name; take some out")
    for n, order in enumerate(orders):
        where = f"{source}: order {n}"
        if sorted(order) != sorted(PORTS):
            raise Refused(f"{where}: found {', '.join(order)}; allowed: each of {', '.join(PORTS)} once; name all of them")
        if order.index("cpu") not in (0, len(PORTS) - 1):
            raise Refused(f"{where}: found the processor between engines; allowed: before or behind all of them, as "
                          "lanai_arbiter.sv has it; move it")
        engines = [port for port in order if port != "cpu"]
        if engines not in (["host", "receive", "send"], ["receive", "host", "send"], ["host", "send", "receive"]):
            raise Refused(f"{where}: found {', '.join(engines)}; allowed: host, receive, send with two neighbours exchanged "
                          "at most, as lanai_arbiter.sv has it; change the order, or the arbiter")
        if order in orders[:n]:
            raise Refused(f"{where}: is that of order {orders.index(order)}; allowed: each order once; take one out")
    return orders


def _enumerator(order):
    return "k" + "".join(map(camel, order))


def cpp(orders, source):
    enumerators = "".join(f"  {_enumerator(order)},\n" for order in orders)
    rows = "".join("    {" + ", ".join(f"SramUser::k{camel(port)}" for port in order) + "},\n" for order in orders)
    names = "".join(f'    {{"{"-".join(order)}", Arbitration::{_enumerator(order)}}},\n' for order in orders)
    return (f"{banner('//', source)}#pragma once\n\n#include <array>\n#include <cstdint>\n#include <utility>\n\n// clang-format off\n"
            "namespace flybar::lanai {\n\n"
            "/// Who gets an SRAM access first. The processor last is the real chip; with the processor first the\n"
            "/// engines are slowed by it, and the fast stepping has nothing to run ahead of.\n"
            f"enum class Arbitration : std::uint8_t {{\n{enumerators}}};\n\n"
            f"enum class SramUser : std::uint8_t {{ {', '.join('k' + camel(port) for port in PORTS)} }};\n\n"
            "/// The users for each Arbitration, the most urgent first.\n"
            f"inline constexpr std::array<std::array<SramUser, {len(PORTS)}>, {len(orders)}> kSramOrders = {{{{\n{rows}}}}};\n\n"
            "/// As parameters name them.\n"
            f"inline constexpr std::array<std::pair<const char*, Arbitration>, {len(orders)}> kArbitrationNames = {{{{\n{names}}}}};\n\n"
            "}  // namespace flybar::lanai\n")


def sv(orders, source):
    def parameter(name, what, holds):
        bits = "".join(str(int(holds(order))) for order in reversed(orders))
        return f"  parameter logic [{MOST_ORDERS - 1}:0] {name} = {MOST_ORDERS}'b{bits:0>{MOST_ORDERS}};  // {what}\n"

    comments = "".join(f"// Order {n}: {', '.join(order)}.\n" for n, order in enumerate(orders))
    return (f"{banner('//', source)}{comments}// Bit N of a parameter tells of order N.\npackage arbitration_pkg;\n"
            + parameter("ProcessorFirst", "else it is last", lambda o: o[0] == "cpu")
            + parameter("ReceiveBeforeHost", "else behind it", lambda o: o.index("receive") < o.index("host"))
            + parameter("SendBeforeReceive", "else behind it", lambda o: o.index("send") < o.index("receive"))
            + "endpackage : arbitration_pkg\n")


def render(path, source):
    """The generated files, by name."""
    orders = read(path, source)
    return {"arbitration.hpp": cpp(orders, source), "arbitration_pkg.sv": sv(orders, source)}
