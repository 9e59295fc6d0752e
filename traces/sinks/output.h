/// A file that appears under its name only when it is complete. Devices and pipes are written
/// through.
#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace flybar {

struct FileCloser {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, FileCloser>;

/// A device or a pipe: it takes what is written at once, and there is nothing to rename.
bool is_stream(const std::filesystem::path& target);

/// How the run ended that a file tells of.
enum class Ending : std::uint8_t { kComplete, kStopped };

/// NAME itself, or "stopped-NAME", so that nobody takes what a stopped run leaves for a whole one.
std::filesystem::path final_name(const std::filesystem::path& target, Ending ending);

/// "NAME.PID.partial" beside the file that the target, maybe a symbolic link, leads to: no two
/// processes share one.
std::filesystem::path unfinished(const std::filesystem::path& target);

/// Removes what this process has not finished; a signal handler may call it.
void remove_unfinished_files();

/// Holds the place: unfinished() until commit() renames it to the final_name(); removed if there
/// was no commit(). For a stream the place is the target itself.
///
/// A copy of the process, made by fork(), that outlives it has a place of its own from its first
/// look at path() on, which removes the other.
class Partial {
 public:
  /// @throws OutputError if no file can be created there
  explicit Partial(std::filesystem::path target);
  ~Partial();
  Partial(const Partial&) = delete;
  Partial& operator=(const Partial&) = delete;

  /// @throws OutputError if no file can be created there
  const std::filesystem::path& path();
  bool stream() const { return stream_; }
  /// @throws OutputError
  void commit(Ending ending = Ending::kComplete);
  /// Throws the OutputError of a write that failed, with the system's reason.
  [[noreturn]] void failed() const;

 private:
  void create();
  void let_go();

  std::filesystem::path target_;
  bool stream_;
  std::filesystem::path place_;
  int owner_;  ///< the process
  bool committed_ = false;
};

/// A partial file with a stream. Errors show at commit().
class Output {
 public:
  explicit Output(std::filesystem::path target);

  void write(std::string_view text) {
    buffer_ += text;
    if (buffer_.size() > kFlushAbove) flush();
  }
  void write(std::span<const std::uint8_t> bytes) {
    write(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
  }
  /// Flushes and renames. @throws OutputError
  void commit(Ending ending = Ending::kComplete);

 private:
  static constexpr std::size_t kFlushAbove = 1 << 16;  // bytes
  void open();
  void go_on_in_own_file();
  void flush();

  Partial partial_;
  File file_;
  std::filesystem::path opened_;  ///< where file_ is
  std::uint64_t written_ = 0;     ///< bytes of file_
  std::string buffer_;
  int first_error_ = 0;  ///< the system's number of the first write that failed
};

/// A nameless file for what does not fit into memory. A copy of the process, made by fork(), reads
/// it and keeps in memory what it appends.
class Scratch {
 public:
  /// The file is created in `directory` at the first append().
  explicit Scratch(std::filesystem::path directory);

  /// Where the bytes now lie. @throws OutputError
  std::uint64_t append(std::span<const std::uint8_t> bytes);
  /// @throws OutputError
  void read(std::uint64_t at, std::span<std::uint8_t> bytes);

 private:
  static constexpr std::size_t kFlushAbove = 1 << 16;  // bytes
  void create();
  void write(std::span<const std::uint8_t> bytes);
  [[noreturn]] void failed() const;

  std::filesystem::path directory_;
  int owner_;  ///< the process
  File file_;
  std::uint64_t written_ = 0;         ///< bytes of file_
  std::vector<std::uint8_t> buffer_;  ///< those after them
};

}  // namespace flybar
