"""What scripts/generate says to sources that are not allowed."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
SCRIPTS = Path(__file__).resolve().parents[3] / "scripts"
sys.path.insert(0, str(SCRIPTS))
from common.fault import Refused  # noqa: E402
from generator import arbitration, c, cpp, markdown, source, sv  # noqa: E402

HEAD = '[block]\nname = "b"\nprefix = "b"\nnamespace = "n"\nsummary = "s"\n'
REGISTER = '[[register]]\nname = "R"\noffset = {offset}\naccess = "{access}"\nconfidence = "D"\nsummary = "s"\n'
PART = '[[part]]\nname = "p"\nanswers = true\nsummary = "s"\n'
FIELD = 'fields = [{{ name = "F", bits = "{bits}", reset = {reset}, summary = "s" }}]\n'


def read(text):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "b.toml"
        path.write_text(HEAD + text)
        return source.read(path, "b.toml")


def register(offset=0, access="rw"):
    return REGISTER.format(offset=offset, access=access)


class Sources(unittest.TestCase):
    def refused(self, text, message):
        with self.assertRaises(Refused) as error:
            read(text)
        self.assertEqual(str(error.exception), message)

    def test_offset_taken_twice(self):
        self.refused(register() + register(), "b.toml: R: offset 0x0 is taken by R; move one")

    def test_offset_inside_a_word(self):
        self.refused(register(2), "b.toml: R: offset 0x2 is not a multiple of 4; align it")

    def test_unknown_access(self):
        self.refused(register(access="x"),
                     'b.toml: R: access "x" is none of ro, rw, wo, rw1c; choose one')

    def test_field_outside_the_word(self):
        self.refused(register() + FIELD.format(bits="32:1", reset=0),
                     'b.toml: R.F: bits "32:1" do not lie in 31:0; write "msb:lsb"')

    def test_reset_too_wide(self):
        self.refused(register() + FIELD.format(bits="1:0", reset=4),
                     "b.toml: R.F: reset 4 does not fit in 2 bits; widen the field")

    def test_missing_key(self):
        self.refused('[[register]]\nname = "R"\n', "b.toml: key 'offset' is missing; add it")

    def test_struct_that_does_not_fill_its_alignment(self):
        self.refused('[[struct]]\nname = "s"\nalign = 8\nsummary = "s"\nfields = [{ name = "w", summary = "s" }]\n',
                     "b.toml: s: size 4 is not a multiple of 8; append spare words")

    def test_every_language_renders_a_register(self):
        block = read(register() + FIELD.format(bits="7:4", reset=3))
        self.assertIn("#define B_R_F_MASK 0x000000f0u", c.render(block))
        self.assertIn("kReset = 0x00000030", cpp.render(block))
        self.assertIn("logic [3:0] f;", sv.render(block))
        self.assertIn("| 7:4 | F |", markdown.render(block))

    def test_part_that_is_not_declared(self):
        self.refused(PART + register() + 'part = "p"\n' + register(4) + 'part = "q"\n',
                     'b.toml: R: part "q" is none of p; choose one')

    def test_part_declared_twice(self):
        self.refused(PART + PART + register() + 'part = "p"\n', "b.toml: part p is declared 2 times; leave one")

    def test_part_that_answers_neither_way(self):
        self.refused(PART.replace("true", '"yes"') + register() + 'part = "p"\n',
                     "b.toml: part p: answers 'yes' is neither true nor false; choose one")

    def test_part_without_registers(self):
        self.refused(PART + register(), "b.toml: part p has no registers; name it in one, or take it out")

    def test_decoder_tells_each_register_of_a_part(self):
        text = sv.decoder(read(PART + register(8) + 'part = "p"\n'))
        self.assertIn("b_pkg::ROffset: p_o.r = 1'b1;", text)
        self.assertIn("assign kept_o = p_o != '0;", text)

    def test_layout_version_follows_the_layout(self):
        text = 'versioned = true\n[[struct]]\nname = "s"\nsummary = "s"\nfields = [{{ name = "{}", summary = "s" }}]\n'
        self.assertNotEqual(read(text.format("a")).constants, read(text.format("b")).constants)


class CommandLine(unittest.TestCase):
    def test_a_word_that_is_not_known_is_refused_in_four_parts(self):
        done = subprocess.run([SCRIPTS / "generate", "--chek"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr, 'generate: found "--chek"; allowed: nothing or --check; leave the rest out\n')


def orders(text):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.toml"
        path.write_text(text)
        return arbitration.read(path, "a.toml")


def text_of(*rows):
    return "".join(f"[[order]]\nports = {list(row.split())}\n" for row in rows)


class Orders(unittest.TestCase):
    def text_refused(self, message, text):
        with self.assertRaises(Refused) as error:
            orders(text)
        self.assertIn(message, str(error.exception))

    def refused(self, message, *rows):
        self.text_refused(message, text_of(*rows))

    def test_port_that_is_missing(self):
        self.refused("a.toml: order 0: found host, receive, cpu; allowed: each of host, receive, send, cpu once",
                     "host receive cpu")

    def test_processor_between_engines(self):
        self.refused("a.toml: order 1: found the processor between engines", "host receive send cpu", "host cpu receive send")

    def test_order_that_the_arbiter_lacks(self):
        self.refused("a.toml: order 0: found send, receive, host; allowed: host, receive, send with two neighbours exchanged",
                     "send receive host cpu")

    def test_order_that_stands_twice(self):
        self.refused("a.toml: order 1: is that of order 0", "host receive send cpu", "host receive send cpu")

    def test_more_orders_than_the_arbiter_has_bits_for(self):
        self.refused("a.toml: found 5 orders; allowed: 1 to 4", *["host receive send cpu"] * 5)

    def test_key_that_is_missing(self):
        self.text_refused("a.toml: key 'ports' is missing; add it", '[[order]]\nport = ["host"]\n')

    def test_value_of_another_kind(self):
        self.text_refused("a.toml: a value is of another kind ('int' object is not iterable); allowed: tables, lists and texts",
                          "order = 3\n")

    def test_what_the_arbiter_asks(self):
        text = arbitration.sv(orders(text_of("host receive send cpu", "cpu receive host send")), "a.toml")
        self.assertIn("ProcessorFirst = 4'b0010;", text)
        self.assertIn("ReceiveBeforeHost = 4'b0010;", text)
        self.assertIn("SendBeforeReceive = 4'b0000;", text)


if __name__ == "__main__":
    unittest.main()
