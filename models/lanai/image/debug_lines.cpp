#include "models/lanai/image/debug_lines.h"

#include <map>
#include <string_view>
#include <utility>

#include "models/lanai/image/byte_cursor.h"

namespace flybar::lanai {
namespace {

// Numbers of the DWARF 5 standard, sections 6.2.5 and 7.22 and 7.5.6.
enum StandardOpcode { kExtended, kCopy, kAdvancePc, kAdvanceLine, kSetFile };
enum MoreStandardOpcodes { kConstAddPc = 8, kFixedAdvancePc = 9 };
enum ExtendedOpcode { kEndSequence = 1, kSetAddress = 2 };
enum Content { kPath = 1, kDirectory = 2 };
enum Form {
  kData2 = 0x05,
  kData4 = 0x06,
  kData8 = 0x07,
  kString = 0x08,
  kBlock = 0x09,
  kData1 = 0x0B,
  kStrp = 0x0E,
  kUdata = 0x0F,
  kData16 = 0x1E,
  kLineStrp = 0x1F,
};
constexpr std::size_t kLongestPath = 4096;

struct Entry {
  std::string_view path;
  std::uint64_t directory = 0;
};

/// One compilation unit: a header with the files, then a program that yields the table.
class Unit {
 public:
  Unit(ByteCursor bytes, const DebugSections& sections, DebugLines& lines)
      : cursor_(bytes), sections_(sections), lines_(lines) {}

  void read() {
    if (!read_header()) return;
    while (cursor_.more()) step(cursor_.byte());
  }

 private:
  bool read_header() {
    version_ = cursor_.half();
    if (version_ < 2 || version_ > 5) return false;
    if (version_ == 5) cursor_.take(2);  // sizes of addresses and of segment selectors
    ByteCursor header(cursor_.take(cursor_.word()));
    step_size_ = header.byte();
    if (version_ >= 4) header.byte();  // operations per instruction
    header.byte();                     // whether rows begin as statements
    line_base_ = static_cast<std::int8_t>(header.byte());
    line_range_ = header.byte();
    opcode_base_ = header.byte();
    for (unsigned i = 1; i < opcode_base_; ++i) operands_.push_back(header.byte());
    if (line_range_ == 0 || opcode_base_ == 0 || header.failed()) return false;
    if (version_ == 5)
      read_entries(header);
    else
      read_old_entries(header);
    return !cursor_.failed();
  }

  /// DWARF 5: directory 0 is the one of the compilation, and files count from 0.
  void read_entries(ByteCursor& header) {
    for (const Entry& directory : read_table(header)) directories_.push_back(directory.path);
    files_ = read_table(header);
  }

  std::vector<Entry> read_table(ByteCursor& header) {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> format(header.byte());
    for (auto& [content, form] : format) {
      content = header.uleb();
      form = header.uleb();
    }
    std::vector<Entry> table;
    for (auto count = header.uleb(); count > 0 && !format.empty() && header.more(); --count)
      table.push_back(read_entry(header, format));
    return table;
  }

  Entry read_entry(ByteCursor& header,
                   const std::vector<std::pair<std::uint64_t, std::uint64_t>>& format) const {
    Entry entry;
    for (const auto& [content, form] : format) {
      const auto [text, number] = read_form(header, form);
      if (content == kPath) entry.path = text;
      if (content == kDirectory) entry.directory = number;
    }
    return entry;
  }

  std::pair<std::string_view, std::uint64_t> read_form(ByteCursor& header,
                                                       std::uint64_t form) const {
    switch (form) {
      case kString:
        return {header.string(), 0};
      case kStrp:
        return {string_at(sections_.string, header.word()), 0};
      case kLineStrp:
        return {string_at(sections_.line_string, header.word()), 0};
      case kData1:
        return {{}, header.number(1)};
      case kData2:
        return {{}, header.number(2)};
      case kData4:
        return {{}, header.number(4)};
      case kData8:
        return {{}, header.number(8)};
      case kUdata:
        return {{}, header.uleb()};
      case kData16:
        header.take(16);
        return {};
      case kBlock:
        header.take(header.uleb());
        return {};
      default:
        header.take(header.left() + 1);
        return {};  // length unknown: give up
    }
  }

  static std::string_view string_at(std::span<const std::uint8_t> section, std::uint32_t at) {
    if (at >= section.size()) return {};
    return ByteCursor(section.subspan(at)).string();
  }

  /// DWARF 2 to 4: directory 0 is not named, and files count from 1.
  void read_old_entries(ByteCursor& header) {
    directories_.emplace_back();
    for (auto name = header.string(); !name.empty(); name = header.string())
      directories_.push_back(name);
    files_.emplace_back();
    for (auto name = header.string(); !name.empty(); name = header.string()) {
      files_.push_back({name, header.uleb()});
      header.uleb();  // time
      header.uleb();  // length
    }
  }

  void step(std::uint8_t opcode) {
    if (opcode >= opcode_base_) return special(opcode - opcode_base_);
    switch (opcode) {
      case kExtended:
        return extended(ByteCursor(cursor_.take(cursor_.uleb())));
      case kCopy:
        return row();
      case kAdvancePc:
        return advance(static_cast<std::uint32_t>(cursor_.uleb()));
      case kAdvanceLine:
        line_ += static_cast<std::uint32_t>(cursor_.sleb());
        return;
      case kSetFile:
        file_ = cursor_.uleb();
        return;
      case kConstAddPc:
        return advance((255u - opcode_base_) / line_range_);
      case kFixedAdvancePc:
        address_ += cursor_.half();
        return;
      default:
        for (unsigned n = operands_[opcode - 1u]; n > 0 && cursor_.more(); --n) cursor_.uleb();
    }
  }

  void special(unsigned opcode) {
    advance(opcode / line_range_);
    line_ += static_cast<std::uint32_t>(line_base_ + static_cast<int>(opcode % line_range_));
    row();
  }

  void extended(ByteCursor operation) {
    switch (operation.byte()) {
      case kEndSequence:
        close();
        address_ = 0;
        file_ = line_ = 1;
        return;
      case kSetAddress:
        address_ = operation.word();
        return;
      default:
        return;
    }
  }

  void advance(std::uint32_t steps) { address_ += steps * step_size_; }

  /// A row holds until the next one. Line 0 means "no line of its own": the row before goes on.
  void row() {
    if (line_ == 0) return;
    close();
    open_ = true;
    range_ = {address_, address_, file_index(), line_};
  }

  void close() {
    range_.end = address_;
    if (open_ && range_.begin < range_.end) lines_.ranges.push_back(range_);
    open_ = false;
  }

  std::uint32_t file_index() {
    const auto [known, fresh] = indices_.try_emplace(file_, lines_.files.size());
    if (fresh) lines_.files.push_back(path(file_));
    return static_cast<std::uint32_t>(known->second);
  }

  std::string path(std::uint64_t file) const {
    if (file >= files_.size()) return "?";
    const Entry& entry = files_[file];
    const bool known = entry.directory < directories_.size();
    const std::string_view directory = known ? directories_[entry.directory] : "";
    std::string name(entry.path.substr(0, kLongestPath));
    if (directory.empty() || name.starts_with('/')) return name;
    return std::string(directory.substr(0, kLongestPath)) + "/" + name;
  }

  ByteCursor cursor_;
  const DebugSections& sections_;
  DebugLines& lines_;

  std::uint32_t version_ = 0;
  std::uint32_t step_size_ = 1;
  int line_base_ = 0;
  std::uint32_t line_range_ = 1;
  std::uint32_t opcode_base_ = 1;
  std::vector<std::uint8_t> operands_;
  std::vector<std::string_view> directories_;
  std::vector<Entry> files_;
  std::map<std::uint64_t, std::size_t> indices_;

  std::uint32_t address_ = 0;
  std::uint64_t file_ = 1;
  std::uint32_t line_ = 1;
  bool open_ = false;
  LineRange range_{};
};

}  // namespace

void read_debug_lines(const DebugSections& sections, DebugLines& lines) {
  ByteCursor cursor(sections.line);
  while (cursor.more()) Unit(ByteCursor(cursor.take(cursor.word())), sections, lines).read();
}

}  // namespace flybar::lanai
