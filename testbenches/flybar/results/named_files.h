/// The files that a command line names, before any is opened.
#pragma once

#include <string>
#include <vector>

namespace flybar::program {

/// A file and the option or argument that names it.
struct NamedFile {
  std::string where;
  std::string path;  ///< empty, or "-" for the standard output, if it is no file
};

/// Throws ConfigurationError if an output would replace an input or another output, or if two
/// outputs, or two inputs, are the standard one, where they would mix. Devices and pipes may be
/// named any number of times.
void refuse_collisions(const std::vector<NamedFile>& outputs, const std::vector<NamedFile>& inputs);

/// The same for several files of one option.
void append(std::vector<NamedFile>& to, const std::string& where,
            const std::vector<std::string>& paths);

}  // namespace flybar::program
