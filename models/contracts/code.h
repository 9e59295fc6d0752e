/// What is known of the code that a card's processor runs: for who names instructions.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "models/common/fault.h"

namespace flybar {

/// A place where the compiler put the code of a function instead of a call.
struct InlinedCall {
  std::string function;
  std::string file;  ///< that defines the function
  std::string caller_file;
  unsigned caller_line = 0;
  std::uint32_t first = 0;  ///< address of its first instruction
};

/// The line of source for which the compiler made an instruction.
struct SourceLocation {
  std::string function;
  std::string function_file;  ///< that defines it
  std::string file;
  unsigned line = 0;
  std::uint32_t offset = 0;          ///< bytes from the first instruction of the function
  std::vector<InlinedCall> inlined;  ///< into the function, the innermost last
};

class Code {
 public:
  virtual ~Code() = default;
  virtual SourceLocation locate(std::uint32_t pc) const = 0;
};

/// Why an image of firmware could not be loaded.
class FirmwareError : public std::runtime_error {
 public:
  explicit FirmwareError(Fault fault)
      : std::runtime_error(fault.text()), fault_(std::move(fault)) {}
  const Fault& fault() const { return fault_; }

 private:
  Fault fault_;
};

}  // namespace flybar
