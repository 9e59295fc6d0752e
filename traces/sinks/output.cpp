#include "traces/sinks/output.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <system_error>

#include "traces/sinks/sinks.h"

namespace flybar {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const fs::path& path, const std::string& reason) {
  throw OutputError({path.string(), "cannot write it: " + reason,
                     "a file in an existing directory where you may write, with room for it",
                     "create the directory, free space or choose another path"});
}

std::string system_reason() {
  return errno ? std::strerror(errno) : "the write failed";
}

/// As many as the system follows.
constexpr int kMostLinks = 40;

/// What a symbolic link leads to, whether it exists or not.
fs::path end_of_links(fs::path path) {
  std::error_code error;
  for (int links = 0; links < kMostLinks && fs::is_symlink(path, error); ++links)
    path = path.parent_path() / fs::read_symlink(path, error);
  return path;
}

/// Anything else would be lost if a file took its name.
void check_kind(const fs::path& target) {
  std::error_code ignored;
  const fs::file_status status = fs::status(target, ignored);
  if (fs::is_directory(status)) refuse(target, "it is a directory");
  if (fs::exists(status) && !fs::is_regular_file(status) && !is_stream(target))
    refuse(target, "it is no regular file");
}

}  // namespace

bool is_stream(const fs::path& target) {
  std::error_code ignored;
  const fs::file_status status = fs::status(target, ignored);
  return fs::is_character_file(status) || fs::is_fifo(status);
}

fs::path final_name(const fs::path& target, Ending ending) {
  if (ending == Ending::kComplete) return target;
  return fs::path(target).replace_filename("stopped-" + target.filename().string());
}

fs::path unfinished(const fs::path& target) {
  fs::path partial = end_of_links(target);
  return partial += ".partial";
}

Partial::Partial(fs::path target)
    : target_(std::move(target)),
      stream_(is_stream(target_)),
      place_(stream_ ? target_ : unfinished(target_)) {
  check_kind(target_);
  errno = 0;
  // A pipe must not be opened here: its reader would take the closing for the end.
  const bool possible = stream_ ? access(place_.c_str(), W_OK) == 0
                                : File(std::fopen(place_.c_str(), "wb")) != nullptr;
  if (!possible) refuse(target_, system_reason());
}

Partial::~Partial() {
  std::error_code ignored;
  if (!committed_ && !stream_) fs::remove(place_, ignored);
}

void Partial::commit(Ending ending) {
  std::error_code error;
  if (!stream_) fs::rename(place_, end_of_links(final_name(target_, ending)), error);
  if (error) refuse(target_, error.message());
  committed_ = true;
}

void Partial::failed() const {
  refuse(target_, system_reason());
}

Output::Output(fs::path target)
    : partial_(std::move(target)), file_(std::fopen(partial_.path().c_str(), "wb")) {
  if (!file_) partial_.failed();
}

void Output::flush() {
  errno = 0;
  const bool wrote = std::fwrite(buffer_.data(), 1, buffer_.size(), file_.get()) == buffer_.size();
  if (!wrote && first_error_ == 0) first_error_ = errno;
  buffer_.clear();
}

void Output::commit(Ending ending) {
  flush();
  const bool wrote = std::fflush(file_.get()) == 0 && std::ferror(file_.get()) == 0;
  if (first_error_ != 0) errno = first_error_;
  if (!wrote) partial_.failed();
  file_.reset();
  partial_.commit(ending);
}

void Scratch::create() {
  std::string name = (directory_ / ".flybar-trace-XXXXXX").string();
  const int descriptor = mkstemp(name.data());
  if (descriptor < 0) failed();
  unlink(name.c_str());
  file_.reset(fdopen(descriptor, "w+b"));
}

std::uint64_t Scratch::append(std::span<const std::uint8_t> bytes) {
  errno = 0;
  if (!file_) create();
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size()) failed();
  size_ += bytes.size();
  return size_ - bytes.size();
}

void Scratch::read(std::uint64_t at, std::span<std::uint8_t> bytes) {
  errno = 0;
  if (bytes.empty()) return;
  if (!file_ || std::fflush(file_.get()) != 0) failed();
  const auto got = pread(fileno(file_.get()), bytes.data(), bytes.size(), static_cast<off_t>(at));
  if (got != static_cast<ssize_t>(bytes.size())) failed();
}

void Scratch::failed() const {
  refuse(directory_, system_reason());
}

}  // namespace flybar
