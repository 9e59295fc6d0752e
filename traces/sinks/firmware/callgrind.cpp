/// The firmware's profile in callgrind's text format, one file per program.
#include <algorithm>
#include <map>

#include "traces/sinks/firmware/profile.h"
#include "traces/sinks/formats.h"
#include "traces/sinks/output.h"

namespace flybar {
namespace {

constexpr const char* kUnknown = "???";  // as valgrind writes it

std::string costs(const Cost& cost) {
  return std::to_string(cost.cycles) + " " + std::to_string(cost.instructions) + " " +
         std::to_string(cost.stalls) + "\n";
}

std::string position(std::uint32_t pc, unsigned line) {
  return std::to_string(pc) + " " + std::to_string(line) + " ";
}

void write_header(const Track& track, const Profile& profile, Output& out) {
  const Cost total = profile.total();
  out.write("# callgrind format\nversion: 1\ncreator: flybar\npid: 1\ncmd: " + track.name +
            "\npart: 1\n\n");
  out.write("desc: Cycle: " + std::to_string(track.period.ps()) + " ps\n\n");
  out.write("positions: instr line\nevents: Cycles Instructions Stalls\n");
  out.write("summary: " + costs(total) + "\n");
}

/// The line after it says from where, and what the calls cost.
void write_called(const Function& called, std::uint64_t count, std::uint32_t first, unsigned line,
                  Output& out) {
  out.write("cfi=" + called.file + "\ncfn=" + called.name + "\n");
  out.write("calls=" + std::to_string(count) + " " + std::to_string(first) + " " +
            std::to_string(line) + "\n");
}

void write_calls(const Profile& profile, const Profile::Line& line, Output& out) {
  const SourceLocation from = profile.locate(line.pc);
  for (const auto& [to, calls] : line.calls) {
    write_called(profile.outermost(to), calls.count, to, profile.locate(to).line, out);
    out.write(position(line.pc, from.line) + costs(calls.inclusive));
  }
}

/// Says to which function the next lines belong (fl, fn) and, where its code is in another file,
/// in which: fi is the first line from another file, fe the return to the function's own.
class Headings {
 public:
  explicit Headings(Output& out) : out_(out) {}

  void write(const Function& function, const std::string& file) {
    if (function != function_) {
      function_ = function;
      file_ = function.file;
      out_.write("fl=" + function.file + "\nfn=" + function.name + "\n");
    }
    if (file == file_) return;
    file_ = file;
    out_.write((file_ == function_.file ? "fe=" : "fi=") + file_ + "\n");
  }

 private:
  Output& out_;
  Function function_;
  std::string file_;
};

void write_lines(const Profile& profile, Output& out) {
  Headings headings(out);
  for (const Profile::Line& line : profile.lines()) {
    const SourceLocation location = profile.locate(line.pc);
    headings.write(profile.function(line.pc), location.file);
    out.write(position(line.pc, location.line) + costs(line.cost));
    write_calls(profile, line, out);
  }
  for (const auto& [caller, call, calls] : profile.inlined()) {
    headings.write(caller, call.caller_file);
    write_called({call.file, call.function}, calls.count, call.first,
                 profile.locate(call.first).line, out);
    out.write(position(call.first, call.caller_line) + costs(calls.inclusive));
  }
}

/// One program goes to the file itself; several to NAME.node0.callgrind and so on; none leaves an
/// empty file.
class CallgrindSink : public Sink {
 public:
  using Sink::on;
  CallgrindSink(const std::filesystem::path& path, SinkOptions options)
      : path_(path), place_(std::make_unique<Partial>(path)), options_(std::move(options)) {}

  void on(const Retired& retired) override { profiles_.at(retired.track).add(retired); }

  void close(Time) override {
    if (profiles_.empty()) return place_->commit(ending());
    place_.reset();
    for (auto& [id, profile] : profiles_) {
      profile.finish();
      Output out(file_of(tracks()[id]));
      write_header(tracks()[id], profile, out);
      write_lines(profile, out);
      out.commit(ending());
    }
  }

 protected:
  void declared(const Track& track) override {
    if (track.kind != TrackKind::kProgram) return;
    const auto id = static_cast<TrackId>(tracks().size() - 1);
    profiles_.emplace(
        id, Profile([this, name = track.name](std::uint32_t pc) { return locate(name, pc); }));
  }

 private:
  /// An empty name has a meaning of its own in this format.
  SourceLocation locate(const std::string& track, std::uint32_t pc) const {
    SourceLocation found = options_.locate ? options_.locate(track, pc) : SourceLocation{};
    std::vector<std::string*> names{&found.function, &found.function_file, &found.file};
    for (InlinedCall& call : found.inlined)
      names.insert(names.end(), {&call.function, &call.file, &call.caller_file});
    for (std::string* name : names)
      if (name->empty()) *name = kUnknown;
    return found;
  }

  std::filesystem::path file_of(const Track& track) const {
    if (profiles_.size() == 1) return path_;
    const std::string node = track.name.substr(0, track.name.find('.'));
    std::filesystem::path file = path_;
    return file.replace_extension("." + (alone_in(node) ? node : track.name) + ".callgrind");
  }

  bool alone_in(const std::string& node) const {
    return std::count_if(profiles_.begin(), profiles_.end(), [&](const auto& profile) {
             return tracks()[profile.first].name.starts_with(node + ".");
           }) == 1;
  }

  std::filesystem::path path_;
  std::unique_ptr<Partial> place_;  ///< shows at once whether the file can be written
  SinkOptions options_;
  std::map<TrackId, Profile> profiles_;
};

}  // namespace

std::unique_ptr<Sink> make_callgrind(const std::filesystem::path& path, SinkOptions options) {
  return std::make_unique<CallgrindSink>(path, std::move(options));
}

}  // namespace flybar
