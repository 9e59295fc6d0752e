/// Replays workloads with the program, as a user would.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "testbenches/tests/flybar/program.h"

namespace flybar::experiments {

class ReplayBench {
 public:
  program::Ended run(const std::string& settings) const {
    std::string arguments = "run replay --platform alcor-miata --json - ";
    for (std::size_t from = 0; from < settings.size();) {
      const std::size_t end = std::min(settings.find(' ', from), settings.size());
      arguments += " --set " + settings.substr(from, end - from);
      from = end + 1;
    }
    return here_.run(arguments);
  }

  /// What it prints but for the wall time.
  std::string output(const std::string& settings) const {
    const program::Ended ended = run(settings);
    EXPECT_EQ(ended.code, 0) << settings << "\n" << ended.err;
    const std::size_t wall = ended.out.find("\"wall_seconds\"");
    return std::string(ended.out).erase(wall, ended.out.find('\n', wall) - wall);
  }

  /// One number of a run.
  double result(const std::string& settings, const std::string& name) const {
    const std::string all = output(settings);
    const std::size_t at = all.find("\"value\": ", all.find("\"" + name + "\": {"));
    return std::strtod(all.c_str() + at + 9, nullptr);
  }

  /// What it says to settings that are not possible.
  std::string refusal(const std::string& settings) const {
    const program::Ended ended = run(settings);
    EXPECT_EQ(ended.code, 3) << settings;
    EXPECT_EQ(ended.out, "");
    return ended.err.substr(ended.err.find('\n') + 1);
  }

  /// A workload of these lines, which are its head from the files on and its operations.
  void write(const std::string& head, const std::vector<std::string>& operations) const {
    std::string text = "flybar-workload 1\n" + head + "begin\n";
    for (const std::string& operation : operations) text += operation + "\n";
    here_.write("test.workload", text + "end " + std::to_string(operations.size()) + "\n");
  }
  const program::Workspace& workspace() const { return here_; }

 private:
  program::Workspace here_;
};

}  // namespace flybar::experiments
