/// Waveforms: which variables the tracks become, and when they change. FST and VCD differ only in
/// how they write that down.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "traces/sinks/scopes.h"
#include "traces/sinks/timeline/timeline.h"

namespace flybar {

using WaveHandle = std::uint32_t;

/// One waveform file. First scopes and variables, then header_done(), then times and values.
class WaveFile {
 public:
  virtual ~WaveFile() = default;
  virtual void enter(std::string_view scope) = 0;
  virtual void leave() = 0;
  virtual WaveHandle vector(std::string_view name, unsigned bits) = 0;
  virtual WaveHandle text(std::string_view name) = 0;
  virtual void header_done() {}
  virtual void time(Time at) = 0;  ///< never earlier than the last one
  virtual void value(WaveHandle handle, unsigned bits, std::uint64_t value) = 0;
  virtual void value(WaveHandle handle, std::string_view text) = 0;
  /// @throws OutputError
  virtual void close(Ending ending) = 0;
};

/// The first activity of a message.
struct MessageBegin {
  Time at;
  std::uint64_t message;
};

/// An activity track becomes a scope with
///   busy     1 while an activity lasts
///   label    of the latest begun among those that last, else empty
///   message  to which it belongs, and bytes that it moves: kept until the next one begins
///   count    of activities begun, which shows where one follows the other at once
/// and a signal track becomes one variable. What changes twice at one instant shows its last value.
class WaveSink : public TimelineSink {
 public:
  WaveSink(const std::filesystem::path& path, std::unique_ptr<WaveFile> file)
      : TimelineSink(path), path_(path), file_(std::move(file)) {}

 protected:
  void open() override;
  void begin(const Slice& slice) override;
  void end(const Slice& slice) override;
  void change(const Change& change) override;
  void finish(Time end) override;

 private:
  enum Part : std::size_t { kBusy, kLabel, kMessage, kBytes, kCount, kParts };

  struct Variable {
    WaveHandle handle = 0;
    unsigned bits = 0;  ///< 0: text
    bool changed = false;
    bool known = false;
    std::uint64_t value = 0, written = 0;
    std::string_view text, written_text;
  };

  void declare_scope(const Scope& scope);
  void declare_activity(TrackId id);
  void declare_signal(std::string_view name, TrackId id);
  std::size_t add(std::string_view name, unsigned bits);
  void at(Time time);
  void set(std::size_t variable, std::uint64_t value, std::string_view text = {});
  void write_changes();
  void write(Variable& variable);
  void show_latest(TrackId track);
  void note_message(const Slice& slice);

  std::filesystem::path path_;
  std::unique_ptr<WaveFile> file_;
  std::vector<std::size_t> first_;  ///< of each track's variables
  std::vector<Variable> variables_;
  std::vector<std::size_t> changed_;
  std::vector<std::vector<Slice>> lasting_;  ///< of each track, by beginning
  std::set<std::uint64_t> seen_;             ///< messages
  std::vector<MessageBegin> messages_;
  Time now_;
};

/// Writes NAME.gtkw beside the waveform NAME: what all nodes do on one screen, below it closed
/// groups with everything of each, all of its time at once, and markers at those of `messages`
/// whose names do not overlap.
/// @throws OutputError
void write_gtkw(const std::filesystem::path& waveform, const std::vector<Track>& tracks, Time from,
                Time to, const std::vector<MessageBegin>& messages);

}  // namespace flybar
