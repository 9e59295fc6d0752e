#include "testbenches/experiments/workload/workload.h"

#include <fstream>
#include <iterator>

#include "testbenches/experiments/workload/head.h"
#include "testbenches/experiments/workload/operation.h"
#include "testbenches/experiments/workload/words.h"

namespace flybar::experiments {

namespace {

constexpr std::string_view kFormat = "flybar-workload";
constexpr std::string_view kVersion = "1";
constexpr std::size_t kLongestLine = 4096;
const char* const kRecordAgain = "record it again with scripts/record-workload";

class Reader {
 public:
  explicit Reader(const std::string& file) : faults_(file), head_(workload_, faults_) {}

  Workload read(std::string_view text);

 private:
  enum class Part : std::uint8_t { kFirstLine, kHead, kOperations, kEnded };

  void line(std::string_view text);
  bool acceptable(std::string_view text);
  void format(std::string_view text);
  void end(std::string_view text);
  void finish(bool whole_lines);
  void refuse(std::string found, std::string allowed, std::string advice);

  Workload workload_;
  WorkloadFaults faults_;
  WorkloadHead head_;
  std::optional<WorkloadOperations> operations_;
  Part part_ = Part::kFirstLine;
  std::int64_t line_ = 0;
  std::int64_t operation_lines_ = 0;
};

Workload Reader::read(std::string_view text) {
  if (text.size() > Workload::kMostText) {
    refuse(std::to_string(text.size()) + " bytes", "at most 256 MB", "record a shorter run");
    faults_.finish();
  }
  const bool whole_lines = text.ends_with('\n');
  while (!text.empty() && !faults_.full()) {
    const std::size_t length = std::min(text.find('\n'), text.size());
    ++line_;
    line(text.substr(0, length));
    text.remove_prefix(std::min(length + 1, text.size()));
  }
  if (!faults_.full()) finish(whole_lines);
  faults_.finish();
  return std::move(workload_);
}

void Reader::line(std::string_view text) {
  if (part_ == Part::kFirstLine) return format(text);
  if (!acceptable(text)) return;
  if (part_ == Part::kEnded) {
    refuse("a line after \"end\"", "nothing", "remove it");
  } else if (part_ == Part::kHead && text == "begin") {
    head_.finish(line_);
    operations_.emplace(workload_, faults_);
    part_ = Part::kOperations;
  } else if (part_ == Part::kHead) {
    head_.line(line_, text);
  } else if (text.starts_with("end ")) {
    end(text.substr(4));
  } else {
    ++operation_lines_;
    operations_->line(line_, text);
  }
}

bool Reader::acceptable(std::string_view text) {
  const bool shorter = text.size() <= kLongestLine;
  for (const char c : text.substr(0, kLongestLine))
    if (c < ' ' || c > '~') {
      refuse("a byte of no printable character", "ASCII text with lines that end in LF",
             kRecordAgain);
      return false;
    }
  if (!shorter)
    refuse("a line of " + std::to_string(text.size()) + " bytes", "at most 4096", kRecordAgain);
  return shorter;
}

void Reader::format(std::string_view text) {
  const auto words = words_of(text);
  const std::string allowed = std::string(kFormat) + " " + std::string(kVersion);
  if (words.size() != 2 || words[0] != kFormat)
    refuse("first line " + quoted(text) + ": no workload", allowed,
           "give a file that scripts/record-workload has made");
  else if (words[1] != kVersion)
    refuse("version " + quoted(words[1]), "version " + std::string(kVersion), kRecordAgain);
  // What follows would mean something else.
  faults_.finish();
  part_ = Part::kHead;
}

void Reader::end(std::string_view text) {
  part_ = Part::kEnded;
  if (number_in(text, Workload::kMostOperations) != operation_lines_)
    refuse("end " + quoted(text) + " after " + std::to_string(operation_lines_) + " operations",
           "the number of operations",
           "lines are missing or too many: " + std::string(kRecordAgain));
}

void Reader::finish(bool whole_lines) {
  if (part_ != Part::kEnded || !whole_lines) {
    line_ = 0;
    return refuse("it ends too early", "a last line \"end COUNT\"",
                  "it was cut off: " + std::string(kRecordAgain));
  }
  if (!faults_.any()) operations_->finish(line_);
}

void Reader::refuse(std::string found, std::string allowed, std::string advice) {
  faults_.add(line_, std::move(found), std::move(allowed), std::move(advice));
}

[[noreturn]] void unreadable(const std::string& path) {
  throw ConfigurationError({{path, "it cannot be read", "a workload file",
                             "check the path; traces/workloads has some"}});
}

}  // namespace

Workload parse_workload(std::string_view text, const std::string& file) {
  return Reader(file).read(text);
}

Workload load_workload(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) unreadable(path);
  // One byte more than allowed, so that an endless file ends.
  std::string text(1 << 16, '\0');
  std::string all;
  while (all.size() <= Workload::kMostText &&
         (in.read(text.data(), static_cast<std::streamsize>(text.size())) || in.gcount() > 0))
    all.append(text, 0, static_cast<std::size_t>(in.gcount()));
  if (in.bad()) unreadable(path);
  return parse_workload(all, path);
}

}  // namespace flybar::experiments
