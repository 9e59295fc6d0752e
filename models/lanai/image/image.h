/// Firmware as it lies in the NIC's memory, and what its addresses mean.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/common/units.h"
#include "models/lanai/image/debug_info.h"
#include "models/lanai/image/image_error.h"
#include "models/lanai/image/send_distance.h"
#include "models/lanai/image/send_gate.h"

namespace flybar::lanai {

struct Symbol {
  std::string name;
  std::uint32_t address = 0;
  std::uint32_t size = 0;
  bool function = false;
  bool global = false;
};

struct SourceLocation {
  std::string function;       ///< empty if no symbol lies at or before the address
  std::string function_file;  ///< that defines it; that of its first instruction if unknown
  std::uint32_t offset = 0;   ///< in the function
  std::string file;           ///< with directory; empty if unknown
  std::uint32_t line = 0;     ///< 0 if unknown
  /// The calls that were inlined here into the function, the innermost last.
  std::vector<const InlinedCall*> inlined;

  /// The name of the innermost of all functions here.
  const std::string& innermost() const {
    return inlined.empty() ? function : inlined.back()->function;
  }
};

/// Ready to be loaded at address 0. Objects without a value in the file (.bss) are not in `bytes`:
/// they follow it in memory, from __bss_start to __bss_end, for the start-up code to clear.
class Image {
 public:
  std::vector<std::uint8_t> bytes;  ///< big-endian, from address 0, a whole number of words
  std::uint32_t entry = 0;          ///< of _start; always 0, where the processor begins after reset
  std::uint32_t text_end = 0;       ///< [0, text_end) holds code
  std::uint32_t memory_end = 0;     ///< first byte after .bss
  std::vector<Symbol> symbols;      ///< by address, then by name
  SendDistance sends;               ///< of the code
  SendGate gate;                    ///< as the firmware declares it

  /// A global name, else the first local one.
  std::optional<Symbol> find(std::string_view name) const;
  /// The function that `pc` lies in; its source line, and what was inlined, if the objects carry
  /// debug information. Refers to this image.
  SourceLocation locate(std::uint32_t pc) const;
  /// "main_loop+0x10 (eager.c:42)".
  std::string describe(std::uint32_t pc) const;

  /// Several threads may ask: the boards of a run share their image.
  const DebugInfo& debug() const;
  void set_debug(DebugInfo info) { debug_->info = std::move(info); }
  /// The ELF files, all addresses in their debug sections put in. They are read when debug() is
  /// first asked for: a run without traces and faults does not ask.
  void set_debug_objects(std::vector<std::vector<std::uint8_t>> objects) {
    debug_->objects = std::move(objects);
  }

 private:
  struct Debug {
    std::once_flag read;
    std::vector<std::vector<std::uint8_t>> objects;
    std::optional<DebugInfo> info;
  };
  std::shared_ptr<Debug> debug_ = std::make_shared<Debug>();  ///< of copies of this image, too
};

/// Links relocatable objects: the section of `_start` first, then code, constants, data, .bss.
/// Defines
/// __bss_start, __bss_end, __heap_start (end of the image, to a multiple of 8) and __stack_top
/// (`sram`). Throws ImageError.
Image load_image(const std::vector<std::filesystem::path>& objects, Bytes sram);

}  // namespace flybar::lanai
