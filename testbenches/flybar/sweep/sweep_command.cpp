#include "testbenches/flybar/sweep/sweep_command.h"

#include "testbenches/flybar/sweep/jobs.h"
#include "testbenches/flybar/terminal/shell_words.h"

namespace flybar::program {

std::string run_command(const RunRequest& request) {
  RunRequest shown = request;
  shown.json.clear();
  shown.quiet = false;
  shown.stages = true;
  shown.threads.reset();  // no result depends on it
  std::string text = "flybar";
  for (const std::string& word : arguments_of(shown)) text.append(" ").append(for_shell(word));
  return text;
}

}  // namespace flybar::program
