#include "testbenches/tests/each_alone.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

namespace flybar::testing_alone {
namespace {

[[noreturn]] void give_up(const char* call) {
  std::cerr << "process of a test: " << call << ": " << std::strerror(errno)
            << "; allowed: a system with room for one more; run fewer with --gtest_filter\n";
  std::exit(1);
}

/// gtest in a process of its own.
class Child {
 public:
  /// Runs what `filter` matches, or lists it.
  Child(const std::string& filter, bool is_list) {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) give_up("pipe");
    std::cout.flush();
    std::fflush(nullptr);  // what is not written yet would be written twice
    pid_ = fork();
    if (pid_ < 0) give_up("fork");
    if (pid_ == 0) {
      dup2(ends[1], STDOUT_FILENO);
      GTEST_FLAG_SET(filter, filter);
      GTEST_FLAG_SET(list_tests, is_list);
      GTEST_FLAG_SET(color, "no");
      std::exit(RUN_ALL_TESTS());
    }
    close(ends[1]);
    out_ = fdopen(ends[0], "r");
    if (out_ == nullptr) give_up("fdopen");
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    std::free(line_);
    std::fclose(out_);
  }

  /// The next line that it prints, with its end; empty after the last one.
  std::string_view line() {
    const ssize_t length = getline(&line_, &room_, out_);
    return length < 0 ? std::string_view()
                      : std::string_view(line_, static_cast<std::size_t>(length));
  }
  /// How it ended, as waitpid tells.
  int status() const {
    int status = 0;
    if (waitpid(pid_, &status, 0) != pid_) give_up("waitpid");
    return status;
  }

 private:
  pid_t pid_ = 0;
  FILE* out_ = nullptr;
  char* line_ = nullptr;
  std::size_t room_ = 0;
};

/// Whether gtest's options want something of the process as a whole, or name one test.
bool is_for_gtest() {
  return GTEST_FLAG_GET(list_tests) || GTEST_FLAG_GET(repeat) != 1 || GTEST_FLAG_GET(shuffle) ||
         GTEST_FLAG_GET(break_on_failure) || !GTEST_FLAG_GET(output).empty() ||
         std::getenv("GTEST_TOTAL_SHARDS") != nullptr ||
         GTEST_FLAG_GET(filter).find_first_of("*?:-") == std::string::npos;
}

/// The tests that gtest's filter matches, by their whole names.
std::vector<std::string> chosen() {
  Child lists(GTEST_FLAG_GET(filter), true);
  std::vector<std::string> names;
  std::string suite;
  for (auto line = lists.line(); !line.empty(); line = lists.line()) {
    const std::size_t begin = line.find_first_not_of(' ');
    const auto word = line.substr(begin, line.find_first_of(" \n", begin) - begin);
    if (begin == 0)
      suite = word;
    else if (GTEST_FLAG_GET(also_run_disabled_tests) ||
             (suite + std::string(word)).find("DISABLED_") == std::string::npos)
      names.push_back(suite + std::string(word));
  }
  lists.status();
  return names;
}

enum class Outcome { kPassed, kSkipped, kFailed };

/// Prints what gtest does of this test alone.
Outcome run(const std::string& name) {
  Child test(name, false);
  bool is_shown = GTEST_FLAG_GET(brief);
  bool is_skipped = false;
  for (auto line = test.line(); !line.empty(); line = test.line()) {
    if (line.starts_with("[---") || line.starts_with("[===")) is_shown = false;
    if (line.starts_with("[ RUN ")) is_shown = true;
    if (line.starts_with("[  SKIPPED ]")) is_skipped = true;
    if (is_shown) std::cout << line << std::flush;
  }
  const int status = test.status();
  if (WIFSIGNALED(status))
    std::cout << "[  FAILED  ] " << name << " (" << strsignal(WTERMSIG(status)) << ")\n";
  if (status != 0) return Outcome::kFailed;
  return is_skipped ? Outcome::kSkipped : Outcome::kPassed;
}

std::string tests(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " test" : " tests");
}

void list(const char* mark, const std::vector<std::string>& names) {
  if (names.empty()) return;
  std::cout << mark << tests(names.size()) << ", listed below:\n";
  for (const std::string& name : names) std::cout << mark << name << "\n";
}

}  // namespace

int run_tests() {
  if (is_for_gtest()) return RUN_ALL_TESTS();
  const std::vector<std::string> names = chosen();
  if (names.size() < 2) return RUN_ALL_TESTS();
  std::cout << "[==========] Running " << tests(names.size())
            << ", each in a process of its own.\n";
  std::size_t passed = 0;
  std::vector<std::string> skipped;
  std::vector<std::string> failed;
  for (const std::string& name : names) {
    const Outcome outcome = run(name);
    if (outcome == Outcome::kPassed) ++passed;
    if (outcome == Outcome::kSkipped) skipped.push_back(name);
    if (outcome == Outcome::kFailed) failed.push_back(name);
    if (!failed.empty() && GTEST_FLAG_GET(fail_fast)) break;
  }
  std::cout << "[==========] " << tests(passed + skipped.size() + failed.size()) << " ran.\n"
            << "[  PASSED  ] " << tests(passed) << ".\n";
  list("[  SKIPPED ] ", skipped);
  list("[  FAILED  ] ", failed);
  return failed.empty() ? 0 : 1;
}

}  // namespace flybar::testing_alone
