#include "testbenches/tests/child.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <stdexcept>

namespace flybar::lockstep {
namespace {

void write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(file, text.data(), text.size());
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

[[noreturn]] void run(const std::function<std::string()>& work, int answer) {
  const rlimit limit{kChildSeconds, kChildSeconds + 1};
  setrlimit(RLIMIT_CPU, &limit);
  std::string text;
  try {
    text = work();
  } catch (const std::exception& error) {
    text = std::string("error: ") + error.what();
  }
  write_all(answer, text);
  _exit(0);  // neither buffers nor tests of the parent are this process's to finish
}

}  // namespace

Child::Child(const std::function<std::string()>& work) {
  std::array<int, 2> ends{};
  std::fflush(nullptr);
  if (pipe(ends.data()) != 0) throw std::runtime_error(std::strerror(errno));
  process_ = fork();
  if (process_ < 0) throw std::runtime_error(std::strerror(errno));
  if (process_ == 0) run(work, ends[1]);
  close(ends[1]);
  answer_ = ends[0];
}

std::string Child::result() {
  std::string text;
  std::array<char, 65536> part{};
  for (ssize_t n = 0; (n = read(answer_, part.data(), part.size())) > 0;)
    text.append(part.data(), static_cast<std::size_t>(n));
  int status = 0;
  waitpid(process_, &status, 0);
  process_ = 0;
  if (WIFSIGNALED(status)) return std::string("error: ended by ") + strsignal(WTERMSIG(status));
  return text;
}

Child::~Child() {
  close(answer_);
  if (process_ > 0) waitpid(process_, nullptr, 0);
}

}  // namespace flybar::lockstep
