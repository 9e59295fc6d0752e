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

}  // namespace

Partial::Partial(fs::path target) : target_(std::move(target)), partial_(target_) {
  partial_ += ".partial";
  if (fs::is_directory(target_)) refuse(target_, "it is a directory");
  errno = 0;
  if (!File(std::fopen(partial_.c_str(), "wb"))) refuse(target_, system_reason());
}

Partial::~Partial() {
  std::error_code ignored;
  if (!committed_) fs::remove(partial_, ignored);
}

void Partial::commit() {
  std::error_code error;
  fs::rename(partial_, target_, error);
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
  std::fwrite(buffer_.data(), 1, buffer_.size(), file_.get());
  buffer_.clear();
}

void Output::commit() {
  errno = 0;
  flush();
  const bool wrote = std::fflush(file_.get()) == 0 && std::ferror(file_.get()) == 0;
  if (!wrote) partial_.failed();
  file_.reset();
  partial_.commit();
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
