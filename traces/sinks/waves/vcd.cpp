/// Value change dump, the text format of IEEE 1364 with GTKWave's string variables.
#include <array>

#include "traces/sinks/formats.h"
#include "traces/sinks/output.h"
#include "traces/sinks/waves/waves.h"

namespace flybar {
namespace {

/// Short names of printable characters: "!", "\"", ..., "!!".
std::string identifier(WaveHandle handle) {
  constexpr WaveHandle kFirst = '!';
  constexpr WaveHandle kCharacters = '~' - '!' + 1;
  std::string name;
  for (WaveHandle rest = handle + 1; rest > 0; rest = (rest - 1) / kCharacters) {
    name += static_cast<char>(kFirst + (rest - 1) % kCharacters);
  }
  return name;
}

/// A string value ends at a space: others than printable characters go as \ and three octal digits.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte > ' ' && byte <= '~' && byte != '\\') {
      out += c;
    } else {
      for (const int shift : {6, 3, 0}) {
        if (shift == 6) out += '\\';
        out += static_cast<char>('0' + (byte >> shift & 7));
      }
    }
  }
  return out;
}

class VcdFile : public WaveFile {
 public:
  explicit VcdFile(const std::filesystem::path& path) : output_(path) {
    output_.write("$version flybar $end\n$timescale 1 ps $end\n");
  }

  void enter(std::string_view scope) override {
    output_.write("$scope module " + std::string(scope) + " $end\n");
  }

  void leave() override { output_.write("$upscope $end\n"); }

  WaveHandle vector(std::string_view name, unsigned bits) override {
    const std::string range = bits > 1 ? " [" + std::to_string(bits - 1) + ":0]" : "";
    return variable("wire " + std::to_string(bits), std::string(name) + range);
  }

  WaveHandle text(std::string_view name) override {
    return variable("string 1", std::string(name));
  }

  void header_done() override { output_.write("$enddefinitions $end\n"); }

  void time(Time at) override {
    output_.write("#");
    output_.write(std::to_string(at.ps()));
    output_.write("\n");
  }

  void value(WaveHandle handle, unsigned bits, std::uint64_t value) override {
    std::array<char, 66> line;
    std::size_t size = 0;
    if (bits > 1) line[size++] = 'b';
    for (unsigned bit = bits; bit-- > 0;) line[size++] = '0' + static_cast<char>(value >> bit & 1);
    if (bits > 1) line[size++] = ' ';
    put({line.data(), size}, handle);
  }

  void value(WaveHandle handle, std::string_view text) override {
    output_.write("s");
    put(escaped(text) + ' ', handle);
  }

  void close(Ending ending) override { output_.commit(ending); }

 private:
  WaveHandle variable(const std::string& type, const std::string& name) {
    const auto handle = static_cast<WaveHandle>(names_.size());
    names_.push_back(identifier(handle));
    output_.write("$var " + type + " " + names_.back() + " " + name + " $end\n");
    return handle;
  }

  void put(std::string_view value, WaveHandle handle) {
    output_.write(value);
    output_.write(names_[handle]);
    output_.write("\n");
  }

  Output output_;
  std::vector<std::string> names_;
};

}  // namespace

std::unique_ptr<Sink> make_vcd(const std::filesystem::path& path, SinkOptions) {
  return std::make_unique<WaveSink>(path, std::make_unique<VcdFile>(path));
}

}  // namespace flybar
