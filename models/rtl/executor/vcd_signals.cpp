#include "models/rtl/executor/vcd_signals.h"

#include <algorithm>
#include <sstream>
#include <vector>

#include "models/rtl/executor/monitor.h"
#include "models/rtl/pins/pin_signals.h"

namespace flybar::rtl {

namespace {
constexpr unsigned kWordBits = 64;

struct Piece {
  std::string name;
  unsigned at, bits;
};

/// The fields of the monitor have the names that they have as pins of the model.
template <std::size_t n>
std::vector<Piece> fields(const MonitorField (&of)[n]) {
  std::vector<Piece> pieces;
  unsigned at = 0;
  for (std::size_t i = n; i-- > 0; at += of[i].bits)
    pieces.push_back({"mon_" + std::string(of[i].name) + "_o", at, of[i].bits});
  return pieces;
}

/// What a value is shown as, the lowest bits first.
std::vector<Piece> pieces_of(const std::string& name, unsigned bits) {
  if (name == "mon_report_o") return fields(kMonitorReport);
  if (name == "mon_state_o") return fields(kMonitorState);
  std::vector<Piece> pieces;
  for (unsigned n = 0; n * kWordBits < bits; ++n)
    pieces.push_back(
        {part_name(name, bits, n), n * kWordBits, std::min(kWordBits, bits - n * kWordBits)});
  return pieces;
}

}  // namespace

VcdSignals::VcdSignals(Observer& observer, std::string chip, std::string top)
    : observer_(observer), chip_(std::move(chip)), top_(std::move(top)) {}

void VcdSignals::read(std::string_view text) {
  rest_.append(text);
  std::size_t begin = 0;
  for (std::size_t end; (end = rest_.find('\n', begin)) != std::string::npos; begin = end + 1)
    line(std::string_view(rest_).substr(begin, end - begin));
  rest_.erase(0, begin);
}

/// "$scope module u_core $end", "$var wire 32 (% pc [31:0] $end", "1#", "b101 (%".
void VcdSignals::line(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  if (text.empty() || text.front() == '#') return;
  if (text.front() == '$') return declare(text);
  const std::size_t blank = text.find(' ');
  if (text.front() != 'b') return change(text.substr(1), text.substr(0, 1));
  change(text.substr(blank + 1), text.substr(1, blank - 1));
}

void VcdSignals::declare(std::string_view text) {
  std::istringstream words{std::string(text)};
  std::string command, type;
  words >> command >> type;
  if (command == "$upscope") scopes_.pop_back();
  if (command == "$scope") words >> scopes_.emplace_back();
  if (command != "$var" || type == "parameter") return;
  const auto top = std::ranges::find(scopes_, top_);
  if (top == scopes_.end()) return;
  unsigned bits = 0;
  std::string code, name;
  words >> bits >> code >> name;
  std::string path = chip_;
  for (auto scope = top + 1; scope != scopes_.end(); ++scope) path.append(".").append(*scope);
  for (const Piece& piece : pieces_of(name, bits))
    parts_[code].push_back({piece.at, piece.bits,
                            observer_.declare({.name = path + "." + piece.name,
                                               .kind = TrackKind::kSignal,
                                               .bits = piece.bits,
                                               .block = Block::kRtl})});
}

/// Leading zeros may be left out.
void VcdSignals::change(std::string_view code, std::string_view digits) {
  const auto found = parts_.find(std::string(code));
  if (found == parts_.end()) return;
  for (const Part& part : found->second) {
    const std::size_t end = digits.size() - std::min<std::size_t>(digits.size(), part.at);
    const std::size_t begin = end - std::min<std::size_t>(end, part.bits);
    std::uint64_t value = 0;
    for (const char digit : digits.substr(begin, end - begin)) value = value << 1 | (digit == '1');
    observer_.on(Change{part.track, now_, value, {}});
  }
}

}  // namespace flybar::rtl
