#include "traces/sinks/output.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
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

/// What is told to signal handlers, which may neither allocate nor lock.
std::array<std::atomic<const char*>, 256> unfinished_files;

/// Beyond the number of slots a file is not known to handlers.
void exchange(const char* known, const char* now) {
  for (auto& slot : unfinished_files) {
    const char* expected = known;
    if (slot.compare_exchange_strong(expected, now)) return;
  }
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
  return end_of_links(target) += "." + std::to_string(getpid()) + ".partial";
}

void remove_unfinished_files() {
  for (const auto& file : unfinished_files)
    if (const char* path = file) unlink(path);
}

Partial::Partial(fs::path target)
    : target_(std::move(target)), stream_(is_stream(target_)), owner_(getpid()) {
  check_kind(target_);
  create();
}

void Partial::create() {
  place_ = stream_ ? target_ : unfinished(target_);
  errno = 0;
  // A pipe must not be opened here: its reader would take the closing for the end.
  const bool possible = stream_ ? access(place_.c_str(), W_OK) == 0
                                : File(std::fopen(place_.c_str(), "wb")) != nullptr;
  if (!possible) refuse(target_, system_reason());
  if (!stream_) exchange(nullptr, place_.c_str());
}

void Partial::let_go() {
  if (!stream_) exchange(place_.c_str(), nullptr);
}

const fs::path& Partial::path() {
  if (owner_ == getpid()) return place_;
  owner_ = getpid();
  let_go();
  std::error_code ignored;
  if (!stream_) fs::remove(place_, ignored);
  create();
  return place_;
}

Partial::~Partial() {
  std::error_code ignored;
  if (!committed_ && !stream_) fs::remove(place_, ignored);
  if (!committed_) let_go();
}

void Partial::commit(Ending ending) {
  std::error_code error;
  if (!stream_) fs::rename(path(), end_of_links(final_name(target_, ending)), error);
  if (error) refuse(target_, error.message());
  committed_ = true;
  let_go();
}

void Partial::failed() const {
  refuse(target_, system_reason());
}

Output::Output(fs::path target) : partial_(std::move(target)) {
  open();
}

/// Without a buffer of the library's, which a copy of the process would write a second time.
void Output::open() {
  opened_ = partial_.path();
  file_.reset(std::fopen(opened_.c_str(), partial_.stream() ? "wb" : "w+b"));
  if (!file_) partial_.failed();
  std::setvbuf(file_.get(), nullptr, _IONBF, 0);
}

/// The other process may have written more since it was copied.
void Output::go_on_in_own_file() {
  const File before = std::move(file_);
  open();
  std::vector<char> part(kFlushAbove);
  for (std::uint64_t at = 0; at < written_;) {
    const auto size = std::min<std::uint64_t>(part.size(), written_ - at);
    const auto got = pread(fileno(before.get()), part.data(), size, static_cast<off_t>(at));
    const auto bytes = static_cast<std::size_t>(std::max<ssize_t>(got, 0));
    if (bytes == 0 || std::fwrite(part.data(), 1, bytes, file_.get()) != bytes) partial_.failed();
    at += bytes;
  }
}

void Output::flush() {
  errno = 0;
  if (partial_.path() != opened_) go_on_in_own_file();
  const bool wrote = std::fwrite(buffer_.data(), 1, buffer_.size(), file_.get()) == buffer_.size();
  if (!wrote && first_error_ == 0) first_error_ = errno;
  written_ += buffer_.size();
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

Scratch::Scratch(fs::path directory) : directory_(std::move(directory)), owner_(getpid()) {}

void Scratch::create() {
  std::string name = (directory_ / ".flybar-trace-XXXXXX").string();
  const int descriptor = mkstemp(name.data());
  if (descriptor < 0) failed();
  unlink(name.c_str());
  file_.reset(fdopen(descriptor, "w+b"));
}

std::uint64_t Scratch::append(std::span<const std::uint8_t> bytes) {
  const std::uint64_t at = written_ + buffer_.size();
  const bool full = buffer_.size() + bytes.size() > kFlushAbove && owner_ == getpid();
  if (full) {
    write(buffer_);
    buffer_.clear();
  }
  if (full && bytes.size() > kFlushAbove)
    write(bytes);
  else
    buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
  return at;
}

void Scratch::write(std::span<const std::uint8_t> bytes) {
  errno = 0;
  if (!file_) create();
  while (!bytes.empty()) {
    const auto wrote =
        pwrite(fileno(file_.get()), bytes.data(), bytes.size(), static_cast<off_t>(written_));
    if (wrote <= 0) failed();
    written_ += static_cast<std::uint64_t>(wrote);
    bytes = bytes.subspan(static_cast<std::size_t>(wrote));
  }
}

/// The first bytes may be in the file, the last ones in memory.
void Scratch::read(std::uint64_t at, std::span<std::uint8_t> bytes) {
  errno = 0;
  if (at < written_) {
    const auto stored = bytes.first(std::min<std::uint64_t>(bytes.size(), written_ - at));
    const auto got =
        pread(fileno(file_.get()), stored.data(), stored.size(), static_cast<off_t>(at));
    if (got != static_cast<ssize_t>(stored.size())) failed();
    at += stored.size();
    bytes = bytes.subspan(stored.size());
  }
  if (bytes.empty()) return;
  if (at - written_ + bytes.size() > buffer_.size()) failed();
  std::copy_n(buffer_.begin() + static_cast<std::ptrdiff_t>(at - written_), bytes.size(),
              bytes.begin());
}

void Scratch::failed() const {
  refuse(directory_, system_reason());
}

}  // namespace flybar
