/// A call that a program has made, for who lists or times them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "models/common/units.h"
#include "models/process/native/call.h"

namespace flybar::process {

class Object;
class ProgramMemory;

struct MadeCall {
  std::string_view program;  ///< empty before its first image
  int pid;                   ///< as it sees itself
  const Call& call;
  /// What its first argument stands for, if that is a descriptor of the model.
  std::shared_ptr<const Object> object = {};
  std::string arguments = {};  ///< as text, if they are to be told
  Time begin = {}, end = {};   ///< of the model
  /// What it has returned, if the model says so; not if the machine has done it.
  std::optional<std::int64_t> result = {};
};

/// Its first argument is the number of a descriptor.
bool takes_descriptor(int number);
/// The model fills a buffer of the program, so that arguments are known when it returns.
bool fills_buffer(int number);
/// "3, \"GET / HT\"..., 78". `result`: how much of a buffer that it has filled counts.
std::string text_of_arguments(const Call& call, const ProgramMemory& memory,
                              std::int64_t result = 0);
/// "0", "-1 EAGAIN", "?".
std::string text_of_result(const MadeCall& made);

}  // namespace flybar::process
