/// Memory of a chip that is shown when its program has ended.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "models/lanai/image/image.h"

namespace flybar::program {

/// The symbol of the image with this name. Throws ConfigurationError, which names the option.
lanai::Symbol find_symbol(const lanai::Image& image, const std::string& name,
                          const std::string& option);

/// All bytes of the chip's SRAM.
using Memory = std::span<const std::uint8_t>;

/// What `--dump` asks for.
struct Dump {
  std::string name;
  std::uint32_t address;
  std::uint32_t size;
};

/// Reads "SYMBOL" or "SYMBOL:BYTES". Throws ConfigurationError.
Dump parse_dump(const std::string& text, const lanai::Image& image, Bytes sram);

/// All bytes in hexadecimal, a space between words.
std::string hex(Memory memory, const Dump& dump);

/// A row of text for each word: its name, hexadecimal, decimal, and what it points to if it is an
/// address.
std::vector<std::vector<std::string>> rows_of(Memory memory, const Dump& dump,
                                              const lanai::Image& image);

/// "main+0x10", "table": the function or object in which an address lies; empty if there is none.
std::string pointed_to(const lanai::Image& image, std::uint32_t address);

}  // namespace flybar::program
