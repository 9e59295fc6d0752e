#include "models/rtl/executor/vcd_signals.h"

#include <algorithm>
#include <sstream>

#include "models/rtl/pins/pin_signals.h"

namespace flybar::rtl {

namespace {
constexpr unsigned kWordBits = 64;
}

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
  Variable variable{bits, {}};
  for (unsigned n = 0; n * kWordBits < bits; ++n)
    variable.parts.push_back(observer_.declare({.name = path + "." + part_name(name, bits, n),
                                                .kind = TrackKind::kSignal,
                                                .bits = std::min(kWordBits, bits - n * kWordBits),
                                                .block = Block::kRtl}));
  variables_[code].push_back(std::move(variable));
}

/// Leading zeros may be left out.
void VcdSignals::change(std::string_view code, std::string_view digits) {
  const auto found = variables_.find(std::string(code));
  if (found == variables_.end()) return;
  for (std::size_t n = 0; n < found->second.front().parts.size(); ++n) {
    const std::size_t end = digits.size() - std::min(digits.size(), n * kWordBits);
    const std::size_t begin = end - std::min<std::size_t>(end, kWordBits);
    std::uint64_t value = 0;
    for (const char digit : digits.substr(begin, end - begin)) value = value << 1 | (digit == '1');
    for (const Variable& variable : found->second)
      observer_.on(Change{variable.parts[n], now_, value, {}});
  }
}

}  // namespace flybar::rtl
