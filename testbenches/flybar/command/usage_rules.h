/// What every command refuses on its command line, whatever its options are. With command_line.cpp
/// the only place that knows the library that reads it.
#pragma once

#include <string>

#include <CLI/App.hpp>

#include "models/common/fault.h"

namespace flybar::program {

/// Throws UsageError if the line that `program` has read holds more than it says: a word that
/// nothing took, an option without a value or with a value twice, options that exclude or need each
/// other, options of a command in front of the command inside of it; or less: no argument where one
/// is needed.
void check_usage(const CLI::App& program);

/// Throws UsageError for "--json=", for which the library would take the next word.
void refuse_empty_assignments(int argc, const char* const* argv);

/// What the library found, in words of ours. `where` is the command.
Fault fault_of(const CLI::ParseError& error, const std::string& where);

/// Whether the command can do nothing without this argument.
bool is_needed(const CLI::App& command, const CLI::Option& argument);

/// Throws UsageError with the name of `allowed` that is nearest to `word`.
[[noreturn]] void refuse(std::string where, std::string found,
                         const std::vector<std::string>& allowed, const std::string& word);

}  // namespace flybar::program
