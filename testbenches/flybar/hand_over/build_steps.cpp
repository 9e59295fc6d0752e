#include "testbenches/flybar/hand_over/build_steps.h"

#include <cstdio>
#include <utility>

#include <fmt/format.h>

#include "testbenches/flybar/terminal/progress.h"

namespace flybar::program {
namespace {

constexpr int kTenths = 10;

}  // namespace

BuildSteps::BuildSteps(std::string title, bool certain)
    : title_(std::move(title)), one_line_(can_overwrite()) {
  if (certain) tell_title();
}

BuildSteps::~BuildSteps() {
  if (told_ && one_line_) std::fputs("\r\033[K", stderr);
}

void BuildSteps::read(std::string_view text) {
  for (const char letter : text) {
    if (letter != '\n') {
      line_ += letter;
      continue;
    }
    read_line();
    line_.clear();
  }
}

void BuildSteps::tell_title() {
  if (!told_) std::fprintf(stderr, "flybar: %s\n", title_.c_str());
  told_ = true;
}

void BuildSteps::read_line() {
  int done = 0, all = 0;
  if (std::sscanf(line_.c_str(), "[%d/%d]", &done, &all) == 2) {
    step(done, all);
  } else {
    look_for_error();
  }
}

/// Ninja writes "FAILED: TARGET", the command, and what that has said.
void BuildSteps::look_for_error() {
  if (line_.starts_with("FAILED: ")) after_failed_ = 1;
  const bool is_command = after_failed_ == 2;
  if (after_failed_ == 3 && said_.empty()) said_ = line_;
  if (after_failed_ > 0) ++after_failed_;
  if (is_command || !error_.empty()) return;
  for (const char* const word : {"error:", "Error:", "CMake Error"})
    if (line_.find(word) != std::string::npos) error_ = line_;
}

std::string BuildSteps::left(int done, int all) const {
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin_;
  const int seconds = static_cast<int>(passed.count() * (all - done) / done);
  return fmt::format("  step {} of {}, about {}:{:02} left", done, all, seconds / 60, seconds % 60);
}

void BuildSteps::step(int done, int all) {
  if (done < 2) return;
  tell_title();
  if (done < last_) {  // Ninja counts from one again when it has made its own files anew
    begin_ = std::chrono::steady_clock::now();
    tenth_ = 0;
  }
  last_ = done;
  if (one_line_) {
    std::fprintf(stderr, "\r%s \033[K", left(done, all).c_str());
  } else if (done * kTenths / all > tenth_) {
    tenth_ = done * kTenths / all;
    std::fprintf(stderr, "%s\n", left(done, all).c_str());
  }
}

}  // namespace flybar::program
