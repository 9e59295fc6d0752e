#include "testbenches/flybar/terminal/become.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace flybar::program {

void become(std::vector<std::string> words, int output, int errors) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(errors, STDERR_FILENO);
  execvp(pointers[0], pointers.data());
  dprintf(STDERR_FILENO, "%s: %s\n", pointers[0], std::strerror(errno));
  _exit(kNoCommand);
}

}  // namespace flybar::program
