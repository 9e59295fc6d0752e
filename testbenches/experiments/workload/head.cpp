#include "testbenches/experiments/workload/head.h"

#include "testbenches/experiments/workload/words.h"

namespace flybar::experiments {

namespace {

constexpr const char* kKeys = "title, command, program, system, recorder, touches, file, process";

/// What stands before the first blank, and after it.
std::pair<std::string_view, std::string_view> halves(std::string_view text) {
  const std::size_t blank = text.find(' ');
  if (blank == std::string_view::npos) return {text, {}};
  return {text.substr(0, blank), text.substr(blank + 1)};
}

}  // namespace

void WorkloadHead::line(std::int64_t number, std::string_view line_text) {
  line_ = number;
  const auto [key, value] = halves(line_text);
  if (key == "file") return file(value);
  if (key == "process") return process(value);
  if (key == "touches") return touches(value);
  text(key, value);
}

void WorkloadHead::text(std::string_view key, std::string_view value) {
  if (key == "program") {
    workload_.programs.emplace_back(value);
  } else if (key != "title" && key != "command" && key != "system" && key != "recorder") {
    complain("key " + quoted(key), kKeys, "remove the line; \"begin\" ends the head");
  } else if (!seen_.emplace(key).second) {
    complain("a second " + quoted(key), "one", "remove one of them");
  } else if (key == "title") {
    workload_.title = value;
  } else if (key == "command") {
    workload_.command = value;
  }
}

void WorkloadHead::file(std::string_view value) {
  const auto [index, rest] = halves(value);
  const auto [size, name] = halves(rest);
  const auto bytes = number_in(size, Workload::kLargestFile.count);
  const auto count = static_cast<std::int64_t>(workload_.files.size());
  if (!next(index, count, Workload::kMostFiles, "file")) return;
  if (!bytes)
    complain("size " + quoted(size), "bytes, 0 to 1 TB", "write \"file INDEX BYTES NAME\"");
  if (name.empty()) complain("no name", "a name", "write \"file INDEX BYTES NAME\"");
  const Bytes known(bytes.value_or(0));
  workload_.files.push_back({std::string(name), known, known});
}

void WorkloadHead::process(std::string_view value) {
  const auto [index, name] = halves(value);
  const auto count = static_cast<std::int64_t>(workload_.processes.size());
  if (!next(index, count, Workload::kMostProcesses, "process")) return;
  if (name.empty()) complain("no name", "a name", "write \"process INDEX NAME\"");
  workload_.processes.push_back({std::string(name)});
}

/// Whether there is room for it.
bool WorkloadHead::next(std::string_view word, std::int64_t index, std::int64_t most,
                        const char* what) {
  if (index >= most) {
    complain(std::string("one more ") + what, "at most " + std::to_string(most),
             "record less: --only and --exclude choose files");
    return false;
  }
  if (number_in(word, most) != index)
    complain(std::string(what) + " " + quoted(word), std::to_string(index) + ", the next number",
             "number them in order from 0");
  return true;
}

void WorkloadHead::touches(std::string_view value) {
  const auto [kind, window] = halves(value);
  const auto bytes = number_in(window, Workload::kLargestFile.count);
  if (!seen_.insert("touches").second)
    complain("a second \"touches\"", "one", "remove one of them");
  if (value == "unknown") return;
  if (kind != "faults" || !bytes || *bytes == 0)
    return complain("touches " + quoted(value), "unknown, or faults BYTES", "correct it");
  workload_.touches = Workload::Touches::kFirstFaults;
  workload_.touch_window = Bytes(*bytes);
}

void WorkloadHead::finish(std::int64_t line) {
  line_ = line;
  if (workload_.files.empty())
    complain("no file", "at least one", "record a program that uses files");
  if (workload_.processes.empty())
    complain("no process", "at least process 0", "add \"process 0 NAME\"");
}

void WorkloadHead::complain(std::string found, std::string allowed, std::string advice) {
  faults_.add(line_, std::move(found), std::move(allowed), std::move(advice));
}

}  // namespace flybar::experiments
