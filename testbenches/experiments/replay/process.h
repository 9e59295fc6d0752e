/// One recorded process, as a process of node 0.
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <unordered_map>

#include "testbenches/experiments/replay/maps.h"

namespace flybar::experiments {

/// What of a mapping is touched.
enum class ReplayTouches : std::uint8_t {
  kRecorded,    ///< as recorded; where that is unknown, as below
  kSequential,  ///< all of it, one page after the other, when it is mapped
};

/// What the processes of a replay share.
struct ReplayWorld {
  /// What processes tell each other: that they run, or are done, and which page they write.
  struct Life {
    host::Signal started{"its start"};
    host::Signal ended{"the exit of a process"};
    bool running = false;
    bool over = false;
    std::optional<gms::PageId> written;  ///< it may be going to change more of the page
  };
  struct Options {
    std::int64_t read_ahead;
    double think;  ///< recorded think time counts so often
    ReplayTouches touches;
    /// Called when something has been done, with the number of operations that are over.
    std::function<void(std::int64_t)> progress;
  };

  ReplayWorld(const ReplayPlan& its_plan, ReplayFiles& its_files, ReplayPages& its_pages,
              ReplayMaps& its_maps, Options its_options)
      : plan(its_plan),
        files(its_files),
        pages(its_pages),
        maps(its_maps),
        options(std::move(its_options)),
        lives(its_plan.of_process.size()) {}

  const ReplayPlan& plan;
  ReplayFiles& files;
  ReplayPages& pages;
  ReplayMaps& maps;
  const Options options;
  std::deque<Life> lives;  ///< of all processes
  Time thought;            ///< think time of all processes
  std::int64_t done = 0;   ///< operations that are over, each as often as it is repeated

  void progress() const { options.progress(done); }
};

class ReplayProcess {
 public:
  /// `number` in the workload; `track` shows its waits.
  ReplayProcess(ReplayWorld& world, std::size_t number, TrackId track)
      : world_(world), number_(number), life_(world.lives[number]), track_(track) {}

  /// As a process of node 0. Returns when all that it did is done.
  void run();

 private:
  using Operation = Workload::Operation;

  host::Cpu& cpu() { return world_.pages.cpu(); }
  gms::Pager& pager() { return world_.pages.service().pager(); }
  void think(Time time);
  void act(const Operation& operation, std::int64_t repetition);
  void transfer(const Operation& operation, std::int64_t repetition);
  void read(gms::PageId id, Bytes offset, Bytes bytes);
  void write(gms::PageId id, Bytes offset, Bytes bytes);
  void map(const Operation& operation);
  void touch(std::size_t mapping, Bytes offset, Bytes bytes);
  void unmap(std::size_t mapping);
  void on_file(const Operation& operation);
  void start(std::size_t process);
  void wait(std::size_t process);
  void system_call();
  void finish_page() { finish_page(life_); }
  void finish_page(ReplayWorld::Life& life);
  void sync();
  gms::Sequence& sequence(gms::File file);
  gms::PageRange ahead(gms::PageId id);

  ReplayWorld& world_;
  const std::size_t number_;
  ReplayWorld::Life& life_;
  const TrackId track_;
  host::Physical buffer_ = 0;
  std::unordered_map<gms::File, gms::Sequence> sequences_;
  std::vector<std::size_t> mapped_;
};

}  // namespace flybar::experiments
