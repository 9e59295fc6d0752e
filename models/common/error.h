/// Errors in four parts: where, what was found, what is allowed, what to do.
#pragma once

#include <stdexcept>
#include <string>

namespace flybar {

/// `where: found; allowed: ...; advice`. Ends the command with the exit code of its kind.
class Error : public std::runtime_error {
 public:
  Error(const std::string& where, const std::string& found, const std::string& allowed,
        const std::string& advice)
      : std::runtime_error(where + ": " + found + "; allowed: " + allowed + "; " + advice) {}
};

/// The modelled system did something that the real one must not: the run stops here.
class SimulationError : public Error {
 public:
  using Error::Error;
};

}  // namespace flybar
