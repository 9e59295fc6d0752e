/// The LANai 4 on its PCI board: processor, SRAM, host DMA, packet send and receive, timers.
///
/// In each clock: first the engines take their SRAM accesses in the order of arbiter.h, then the
/// processor uses what is left. A write to a special register acts from the next clock on; a read
/// sees the engines as they are after this clock's step.
///
/// The chip can be stepped in two ways which agree exactly. Every clock: one step() after the
/// other. Fast: where the engines' accesses can be known ahead they are planned (plan.cpp), the
/// processor runs through the plan (through.cpp), and idle loops are skipped (rest.cpp). All else
/// goes through the same step().
#pragma once

#include <functional>
#include <optional>
#include <string>

#include <systemc>

#include "models/common/agenda.h"
#include "models/common/kernel.h"
#include "models/common/observer.h"
#include "models/lanai/board/host_port.h"
#include "models/lanai/board/signals.h"
#include "models/lanai/core/core.h"
#include "models/lanai/core/sram.h"
#include "models/lanai/engines/engines.h"
#include "models/lanai/params.h"
#include "models/lanai/registers/timers.h"
#include "models/lanai/run/idle_loop.h"
#include "models/lanai/run/plan_book.h"
#include "models/lanai/run/window.h"
#include "models/myrinet/nic.h"

namespace flybar::lanai {

class Image;

enum class Stepping : std::uint8_t { kEveryClock, kFast };

class Chip final : public sc_core::sc_module, public myrinet::Nic {
 public:
  /// `agenda` is the node's: the chip's clocks and the agenda's tasks happen in the order of time.
  Chip(sc_core::sc_module_name name, const ChipParams& params, Agenda& agenda, const Kernel& kernel,
       Observer& observer);

  auto& pci_master() { return engines_.host.bus; }
  auto& pci_target() { return host_port_.bus; }
  auto& link_out() { return engines_.send.link; }
  tlm_utils::simple_target_socket<Chip> link_in{"link_in"};
  /// Called when the interrupt to the host changes: level and instant.
  std::function<void(bool, Time)> on_interrupt;

  /// Tells observers what packets carry. Before the simulation starts.
  void name_packets(const NamePacket& name) {
    engines_.send.name_packet = engines_.receive.name_packet = name;
  }
  void set_stepping(Stepping stepping) { stepping_ = stepping; }
  /// Names functions and lines in faults, and bounds the code. Kept by reference.
  void set_image(const Image* image);
  /// Tell the observer of each instruction from now on, or no longer.
  void observe_instructions(bool on) {
    observed_ = on;
    core_.watch(on);
  }

  /// Tells the observer of every signal in the clocks from `from` to before `to`, which are stepped
  /// one by one for that. Before the simulation starts.
  void observe_signals(Time from, Time to);

  // As the scheduler sees it.
  Time clock() const override { return params_.clock; }
  Time time() const override { return resting() ? next_event() : now_; }
  void run(const Time& horizon) override;
  /// In an idle loop that has been proved, or held in reset.
  bool resting() const override {
    return idle_.found() || (halted_ && engines_.quiet() && !watched());
  }
  bool still() const override {
    return resting() && !engines_.send.open() &&
           engines_.receive.buffer.known() == engines_.receive.buffer.waiting();
  }
  /// The program may be far from a send.
  Time silent_until(Time known) const override;
  Time flow_control_before(Time known,
                           const std::optional<myrinet::Envelope>& coming) const override;
  std::optional<myrinet::Envelope> sends(Time known) const override;
  /// Never, unless told otherwise.
  void answers_take(Time time) override { answers_take_ = time; }

  /// The chip, and where its firmware is in the clock that begins at `t`: function, line, clock.
  std::string place(Time t) const { return place(core_.place().pc, t); }
  /// Clocks that have begun, had the chip not rested.
  std::int64_t clock_at(Time t) const { return Clock(params_.clock).at_or_after(t).count; }
  /// Lets a resting chip catch up with `t`, so that counters and registers are those of that
  /// instant.
  void catch_up(Time t);

  const ChipParams& params() const { return params_; }
  Sram& sram() { return sram_; }
  const Core& core() const { return core_; }
  std::uint32_t special(std::uint32_t offset) const;

  // For the processor. `clock` counts within the window.
  std::uint32_t status(int clock) const { return status(record(clock)); }
  std::uint32_t read_special(std::uint32_t address, int clock, std::uint32_t pc);
  /// True if the window ends with this clock.
  bool write_special(std::uint32_t address, std::uint32_t value, int clock, std::uint32_t pc);
  /// Whether an engine works on this word in the window.
  bool guarded(std::uint32_t address) const {
    for (const Guard& guard : guards_)
      if (guard.hold(address)) return true;
    return false;
  }
  /// Brings the engines to the end of the first `clocks` clocks of the window, which ends there.
  void settle(int clocks);
  /// When a clock of the window begins.
  Time begin_of(int clock) const { return now_ + params_.clock * clock; }
  void check_code(std::uint32_t pc, Time t) const;
  /// What firmware did wrong, and what it should do.
  struct Misuse {
    std::string found;
    std::string allowed;
    std::string advice;
  };
  /// Ends the run: the instruction at `pc` did something wrong in the clock that begins at `t`.
  [[noreturn]] void fault(std::uint32_t pc, Time t, const Misuse& what) const;
  /// The same for an address that must lie in the SRAM, or in a part of it: "from 0x100".
  [[noreturn]] void fault_at(std::uint32_t pc, Time t, std::uint32_t address,
                             const std::string& found, const std::string& advice,
                             const std::string& part = "") const;
  /// True if the window ends with this clock.
  bool retired(int clock, std::uint32_t pc, std::uint32_t result, int accesses, bool late) {
    if (!observed_ && !idle_.recording()) return false;
    const std::int64_t now = clock_ + clock;
    const auto clocks = static_cast<std::uint32_t>(now - last_retired_);
    last_retired_ = now;
    if (observed_)
      observer_.on(Retired{program_track_, static_cast<std::uint64_t>(now), pc, result, clocks, 1});
    return idle_.recording() &&
           idle_.retired(core_, sram_, now + 1,
                         {0, pc, result, clocks, static_cast<std::uint8_t>(accesses),
                          late && params_.accesses_per_clock >= 2});
  }
  bool recording() const { return idle_.recording(); }
  /// Takes note of a load or store after which the program is at `next`, and which did not have to
  /// wait. False if the chip wants to be told by retired().
  bool note(int clock, std::uint32_t next, std::uint8_t accesses) {
    return !idle_.recording() || idle_.note(clock_ + clock + 1, next, accesses);
  }
  void stored(std::uint32_t address) {
    if (idle_.recording()) idle_.stored(sram_, address);
  }

 private:
  // chip.cpp
  void run_clocks(const Time& horizon);
  bool watched() const { return now_ >= watch_from_ && now_ < watch_to_; }
  Time watch_ahead() const { return now_ < watch_from_ ? watch_from_ : Time::never(); }
  /// Clocks that begin before end before an answer to a packet that may begin now.
  Time answer_ahead() const {
    const bool may_begin = !engines_.send.idle() && !engines_.send.open();
    return may_begin ? clocks_before(now_ + answers_take_) : Time::never();
  }
  void sample(const Accesses& grants, bool stalled);
  std::string place(std::uint32_t pc, Time t) const;

  // step.cpp: one clock, the reference.
  struct Words;
  void step();
  Accesses step_engines();
  void step_core(const Accesses& grants);
  void step_until(Time stop);
  Time engines_rest() const;
  bool pio_to_sram() const;
  std::uint32_t sram_offset() const;
  void move_word(std::uint32_t address);
  void host_pio();
  void flow_control(Time t);
  void update_interrupt(Time t);
  void link_symbols(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);

  // promises.cpp
  using Coming = std::optional<myrinet::Envelope>;
  Time next_start(Time known) const;
  std::int64_t before_send() const;
  /// If so many are moved in a clock.
  Time time_of_word(std::int64_t words) const { return Time::ps(params_.clock.ps() / words); }
  /// What has happened before is known: a chip that rests has not counted its clocks.
  Time begun_by(Time known) const { return resting() ? known : now_; }
  Time go_before(Time known) const;
  Time stop_before(Time known, const Coming& coming) const;
  Time outrun_before(Time known, const Coming& coming, std::int64_t sure) const;

  // special.cpp
  std::uint32_t status(const Record& record) const;
  /// What the engines have done in the window by the end of this clock, and have not been told yet.
  const Record& record(int clock) const {
    static constexpr Record kNothing;
    return in_window_ ? window_.records[clock] : kNothing;
  }
  void write_status(std::uint32_t value, bool by_host);
  void start_host_dma(std::uint32_t bytes, std::uint32_t pc, Time t);
  void start_send(std::uint32_t limit, bool tail, std::uint32_t pc, Time t);
  void move_receive(std::uint32_t value, std::uint32_t pc, Time t);
  void arm_receive(std::uint32_t limit, std::uint32_t pc, Time t);
  void write_register(std::uint32_t offset, std::uint32_t value, std::uint32_t pc, Time t);
  std::uint32_t read_register(std::uint32_t offset, const Record& record, Time t) const;
  std::uint32_t board_read(std::uint32_t offset) const;
  void board_write(std::uint32_t offset, std::uint32_t value);
  void control_written(std::uint32_t value);

  // plan.cpp
  static constexpr int kAloneClocks = 256;  ///< at most, with no engine at work
  void run_window(Time limit);
  bool plan(Time limit);
  Situation situation(int clocks) const;
  PlanLimits plan_limits() const;
  bool words_interrupt() const;
  void set_guards(const Record& last);
  int clocks_within(Time limit, int most) const;
  Time engine_event() const;
  Time special_event() const;
  int run_core(int left, int clock);
  int run_core_alone(int clocks, int first);

  // through.cpp
  int run_through(int clocks, Time limit);
  int run_event(int clock, Time limit);
  int run_piece(int clocks, int first);
  int run_end(int clock);
  bool ask_for_bus(int clock);
  bool host_word_alone(int clock) const;
  bool host_word(int clock);

  // rest.cpp
  Time next_event() const;
  bool rest_until(Time limit);
  void wake(Time event);
  void wake_put_off();
  Time other_events() const;
  bool read_only_shifts() const;
  bool serve_words(Time limit);
  bool serve_read();
  std::optional<Time> foresee(const HostPort::Reads& reads, std::uint8_t* data) const;
  void pass_reads(const HostPort::Reads& reads);
  std::int64_t pass_read(std::int64_t due);
  void skip_rounds(std::int64_t rounds, std::int64_t clocks, std::int64_t put_off);
  void report_laps(std::int64_t laps);

  const ChipParams params_;
  Agenda& agenda_;
  const Kernel& kernel_;
  Observer& observer_;
  const TrackId program_track_;
  Sram sram_;
  Engines engines_;
  HostPort host_port_;
  Timers timers_;
  Core core_;
  IdleLoop idle_;

  std::optional<Signals> signals_;
  Time watch_from_ = Time::never(), watch_to_;
  Stepping stepping_ = Stepping::kFast;
  const Image* image_ = nullptr;
  bool observed_ = false;
  bool halted_ = true;  ///< held in reset
  Time now_;            ///< begin of the next clock
  Time answers_take_ = Time::never();
  std::int64_t clock_ = 0;  ///< its number
  std::int64_t last_retired_ = 0;
  Time engines_rest_until_;       ///< clocks that begin before change nothing but the processor
  std::int64_t put_off_to_ = -1;  ///< clock to which the host has put off a resting processor

  std::array<std::uint32_t, 64> latched_{};  ///< registers that only remember
  std::uint32_t status_bits_ = 0;            ///< the bits of ISR that are remembered
  std::uint32_t control_ = 0;
  std::vector<std::uint8_t> eeprom_;
  bool interrupt_ = false;

  Window window_;
  bool in_window_ = false;
  /// In which the processor was alone and wrote no special register.
  std::int64_t quiet_clocks_ = 0;
  bool undisturbed_ = false;  ///< no engine has been told anything since the window began
  int passed_ = 0;            ///< clocks of the window, as far as what comes between clocks goes
  std::shared_ptr<PlanBook> plans_;
  std::array<Guard, 3> guards_{};  ///< where host DMA, receive and send work in this window
};

}  // namespace flybar::lanai
