#include "models/process/user_process.h"

#include "models/process/machine_faults.h"

namespace flybar::process {

int UserProcess::run(const std::function<int(int, char**)>& main,
                     std::vector<std::string> arguments) {
  std::vector<char*> pointers;
  pointers.reserve(arguments.size() + 1);
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  report_machine_faults();
  return leave.run([&] { return main(static_cast<int>(arguments.size()), pointers.data()); });
}

}  // namespace flybar::process
