#include "testbenches/flybar/results/named_files.h"

#include <filesystem>

#include <fmt/format.h>

#include "models/common/fault.h"
#include "traces/sinks/output.h"

namespace flybar::program {
namespace {

namespace fs = std::filesystem;

bool is_file(const NamedFile& file) {
  return !file.path.empty() && file.path != "-" && !is_stream(file.path);
}

bool is_standard(const NamedFile& file) {
  return file.path == "-" || file.path == "/dev/stdout" || file.path == "/dev/stdin";
}

bool same(const NamedFile& a, const NamedFile& b) {
  if (is_standard(a) && is_standard(b)) return true;
  if (!is_file(a) || !is_file(b)) return false;
  std::error_code unknown;
  if (fs::equivalent(a.path, b.path, unknown)) return true;
  // Of a file that does not exist yet, the directory may be written in several ways.
  const fs::path first = fs::weakly_canonical(fs::absolute(a.path), unknown);
  return first == fs::weakly_canonical(fs::absolute(b.path), unknown);
}

void check(const NamedFile& output, const NamedFile& other, const char* role,
           std::vector<Fault>& faults) {
  if (!same(output, other)) return;
  faults.push_back({output.where, fmt::format("{} is {} of {}", output.path, role, other.where),
                    "a file of its own for each", "choose another name"});
}

}  // namespace

void refuse_collisions(const std::vector<NamedFile>& outputs,
                       const std::vector<NamedFile>& inputs) {
  std::vector<Fault> faults;
  for (auto input = inputs.begin(); input != inputs.end(); ++input)
    for (auto earlier = inputs.begin(); earlier != input; ++earlier)
      if (is_standard(*input)) check(*input, *earlier, "also the input", faults);
  for (auto output = outputs.begin(); output != outputs.end(); ++output) {
    // What is read from a pipe may be written to one.
    for (const NamedFile& input : inputs)
      if (!is_standard(input)) check(*output, input, "the input", faults);
    for (auto earlier = outputs.begin(); earlier != output; ++earlier)
      check(*output, *earlier, "also the output", faults);
  }
  if (!faults.empty()) throw ConfigurationError(std::move(faults));
}

void append(std::vector<NamedFile>& to, const std::string& where,
            const std::vector<std::string>& paths) {
  for (const std::string& path : paths) to.push_back({where, path});
}

}  // namespace flybar::program
