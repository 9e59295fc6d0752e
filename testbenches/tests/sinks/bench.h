/// The world of the sink tests: a directory of its own, and the programs that read traces.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "testbenches/tests/temporary_directory.h"
#include "traces/sinks/sinks.h"

namespace flybar {

using namespace literals;

/// A test with a directory for its files.
class Directory : public testing::Test {
 protected:
  std::filesystem::path path(const std::string& name) const { return directory_.path() / name; }

  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(directory_.path())) {
      names.push_back(entry.path().filename().string());
    }
    return names;
  }

 private:
  TemporaryDirectory directory_;
};

inline std::string contents(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// What a command prints, errors included. A checker that is missing fails the test.
inline std::string output_of(const std::string& program, const std::string& arguments) {
  if (std::system(("command -v " + program + " > /dev/null").c_str()) != 0) {
    ADD_FAILURE() << program << " is not installed, so this format cannot be checked";
    return "";
  }
  const std::string command = program + " " + arguments + " 2>&1";
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::string text;
  std::array<char, 4096> part;
  while (const std::size_t size = std::fread(part.data(), 1, part.size(), pipe.get())) {
    text.append(part.data(), size);
  }
  return text;
}

inline std::size_t occurrences(const std::string& text, const std::string& wanted) {
  std::size_t count = 0;
  for (std::size_t at = text.find(wanted); at != text.npos; at = text.find(wanted, at + 1)) ++count;
  return count;
}

/// Remembers all that passes, as text.
class Listener : public Sink {
 public:
  using Sink::on;
  explicit Listener(std::vector<std::string>& heard) : heard_(heard) {}
  void on(const Activity& a) override {
    heard_.push_back(tracks()[a.track].name + " " + std::string(a.label) + " " +
                     span(a.begin, a.end));
  }
  void on(const Change& c) override {
    heard_.push_back(tracks()[c.track].name + " = " + std::to_string(c.value) +
                     std::string(c.text) + " at " + std::to_string(c.at.ps() / 1000));
  }
  void on(const Packet& p) override {
    heard_.push_back("packet " + span(p.begin, p.end) + std::string(p.comment));
  }
  void on(const Retired& r) override {
    heard_.push_back("cycle " + std::to_string(r.cycle) + " x" + std::to_string(r.times));
  }
  void close(Time end) override { heard_.push_back("end " + std::to_string(end.ps() / 1000)); }

 private:
  static std::string span(Time begin, Time end) {
    return std::to_string(begin.ps() / 1000) + ".." + std::to_string(end.ps() / 1000);
  }
  std::vector<std::string>& heard_;
};

}  // namespace flybar
