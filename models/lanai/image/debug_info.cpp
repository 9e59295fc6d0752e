#include "models/lanai/image/debug_info.h"

#include <dwarf.h>
#include <elfutils/libdw.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>

namespace flybar::lanai {
namespace {

constexpr std::uint32_t kInstruction = 4;  ///< bytes of an instruction
constexpr unsigned kDeepest = 64;          ///< nested blocks and inlined calls; more is damage

using File = std::unique_ptr<Elf, decltype(&elf_end)>;
using Information = std::unique_ptr<Dwarf, decltype(&dwarf_end)>;

/// Reads the debug information of one object.
class Reader {
 public:
  Reader(DebugInfo& info, std::size_t entries) : info_(info), entries_left_(entries) {}

  void read_unit(Dwarf_Die& unit) {
    read_lines(unit);
    read_children(unit, InlinedCall::kNone, 0);
  }

 private:
  /// A row holds until the next one of its sequence. Line 0 means "no line of its own": the row
  /// before goes on.
  void read_lines(Dwarf_Die& unit) {
    Dwarf_Lines* rows = nullptr;
    std::size_t count = 0;
    if (dwarf_getsrclines(&unit, &rows, &count) != 0) return;
    bool open = false;
    LineRange range{};
    const auto close = [&](std::uint32_t end) {
      range.end = end;
      if (open && range.begin < range.end) info_.lines.push_back(range);
      open = false;
    };
    for (std::size_t i = 0; i < count; ++i) {
      Dwarf_Line* row = dwarf_onesrcline(rows, i);
      Dwarf_Addr address = 0;
      int line = 0;
      bool end = false;
      dwarf_lineaddr(row, &address);
      dwarf_lineno(row, &line);
      dwarf_lineendsequence(row, &end);
      const auto at = static_cast<std::uint32_t>(address);
      if (end) close(at);
      if (end || line <= 0) continue;
      close(at);
      open = true;
      range = {at, at, file_index(dwarf_linesrc(row, nullptr, nullptr)),
               static_cast<std::uint32_t>(line)};
    }
  }

  /// The library has one text for each file of a unit. nullptr: not known.
  std::uint32_t file_index(const char* path) {
    const auto next = static_cast<std::uint32_t>(info_.files.size());
    const auto [known, fresh] = indices_.try_emplace(path, next);
    if (fresh) info_.files.push_back(std::filesystem::path(path ? path : "").lexically_normal());
    return known->second;
  }

  /// Functions, blocks, and calls that were inlined into them. A chain of siblings that leads back
  /// to itself ends when as many entries were read as there can be.
  void read_children(Dwarf_Die& parent, std::uint32_t outer, unsigned depth) {
    Dwarf_Die entry;
    if (depth > kDeepest || dwarf_child(&parent, &entry) != 0) return;
    do {
      if (entries_left_ == 0) return;
      --entries_left_;
      switch (dwarf_tag(&entry)) {
        case DW_TAG_inlined_subroutine:
          read_children(entry, add_call(entry, outer), depth + 1);
          break;
        case DW_TAG_lexical_block:
          read_children(entry, outer, depth + 1);
          break;
        case DW_TAG_subprogram:
          add_function(entry);
          read_children(entry, InlinedCall::kNone, depth + 1);
          break;
        default:
          break;
      }
    } while (dwarf_siblingof(&entry, &entry) == 0);
  }

  void add_function(Dwarf_Die& entry) {
    Dwarf_Addr address = 0;
    if (dwarf_lowpc(&entry, &address) == 0)
      info_.functions.push_back(
          {static_cast<std::uint32_t>(address), file(entry, DW_AT_decl_file)});
  }

  /// Returns its index; that of `outer` if nothing is left of its code.
  std::uint32_t add_call(Dwarf_Die& entry, std::uint32_t outer) {
    const auto index = static_cast<std::uint32_t>(info_.calls.size());
    const auto first = paint(entry, index);
    if (!first) return outer;
    const char* name = dwarf_diename(&entry);
    info_.calls.push_back({.function = name == nullptr ? "" : name,
                           .file = file(entry, DW_AT_decl_file),
                           .caller_file = file(entry, DW_AT_call_file),
                           .caller_line = line(entry),
                           .first = *first,
                           .outer = outer});
    return index;
  }

  /// Says of the instructions of a call that it is their innermost one, which holds until those
  /// that lie in it come. Returns the address of the first; nothing if it has no code.
  std::optional<std::uint32_t> paint(Dwarf_Die& entry, std::uint32_t call) {
    Dwarf_Addr base = 0, begin = 0, end = 0, first = std::numeric_limits<Dwarf_Addr>::max();
    std::ptrdiff_t offset = 0;
    while ((offset = dwarf_ranges(&entry, offset, &base, &begin, &end)) > 0) {
      if (entries_left_ == 0) break;
      --entries_left_;
      if (begin < end) first = std::min(first, begin);
      for (Dwarf_Addr pc = begin; pc < end && pc / kInstruction < info_.innermost.size();
           pc += kInstruction)
        info_.innermost[pc / kInstruction] = call;
    }
    if (first == std::numeric_limits<Dwarf_Addr>::max()) return std::nullopt;
    return static_cast<std::uint32_t>(first);
  }

  struct Number {
    Dwarf_Word value;
    Dwarf_CU* unit;  ///< that holds the attribute
  };
  static std::optional<Number> number(Dwarf_Die& entry, unsigned name) {
    Dwarf_Attribute attribute;
    Dwarf_Word value = 0;
    if (dwarf_attr_integrate(&entry, name, &attribute) == nullptr) return std::nullopt;
    if (dwarf_formudata(&attribute, &value) != 0) return std::nullopt;
    return Number{value, attribute.cu};
  }

  static std::uint32_t line(Dwarf_Die& call) {
    const auto found = number(call, DW_AT_call_line);
    return found ? static_cast<std::uint32_t>(found->value) : 0;
  }

  /// The number of a file belongs to the unit that holds the attribute. dwarf_decl_file() does not
  /// know that DWARF 5 counts files from 0.
  std::uint32_t file(Dwarf_Die& entry, unsigned name) {
    const auto found = number(entry, name);
    Dwarf_Die unit;
    Dwarf_Files* files = nullptr;
    if (!found || dwarf_cu_die(found->unit, &unit, nullptr, nullptr, nullptr, nullptr, nullptr,
                               nullptr) == nullptr)
      return file_index(nullptr);
    if (dwarf_getsrcfiles(&unit, &files, nullptr) != 0) return file_index(nullptr);
    return file_index(dwarf_filesrc(files, found->value, nullptr, nullptr));
  }

  DebugInfo& info_;
  std::size_t entries_left_;
  std::map<const char*, std::uint32_t> indices_;
};

void read(std::span<std::uint8_t> elf, DebugInfo& info) {
  const File file(elf_memory(reinterpret_cast<char*>(elf.data()), elf.size()), elf_end);
  const Information debug(file ? dwarf_begin_elf(file.get(), DWARF_C_READ, nullptr) : nullptr,
                          dwarf_end);
  if (!debug) return;
  Reader reader(info, elf.size());
  Dwarf_CU* unit = nullptr;
  Dwarf_Die top;
  while (dwarf_get_units(debug.get(), unit, &unit, nullptr, nullptr, &top, nullptr) == 0)
    reader.read_unit(top);
}

}  // namespace

DebugInfo read_debug_info(std::vector<std::vector<std::uint8_t>> objects, std::uint32_t text_end) {
  DebugInfo info;
  info.innermost.assign(text_end / kInstruction, InlinedCall::kNone);
  elf_version(EV_CURRENT);
  for (std::vector<std::uint8_t>& elf : objects) read(elf, info);
  std::stable_sort(info.lines.begin(), info.lines.end(),
                   [](const LineRange& a, const LineRange& b) { return a.begin < b.begin; });
  std::stable_sort(
      info.functions.begin(), info.functions.end(),
      [](const FunctionFile& a, const FunctionFile& b) { return a.address < b.address; });
  return info;
}

const LineRange* DebugInfo::line_at(std::uint32_t pc) const {
  const auto after = std::upper_bound(
      lines.begin(), lines.end(), pc,
      [](std::uint32_t address, const LineRange& range) { return address < range.begin; });
  if (after == lines.begin()) return nullptr;
  const LineRange& range = *std::prev(after);
  return pc < range.end ? &range : nullptr;
}

std::string DebugInfo::file_of_function(std::uint32_t address) const {
  const auto found = std::lower_bound(
      functions.begin(), functions.end(), address,
      [](const FunctionFile& entry, std::uint32_t wanted) { return entry.address < wanted; });
  if (found != functions.end() && found->address == address) return files[found->file];
  const LineRange* first = line_at(address);
  return first == nullptr ? "" : files[first->file];
}

std::vector<const InlinedCall*> DebugInfo::inlined_at(std::uint32_t pc) const {
  std::vector<const InlinedCall*> inlined;
  const bool known = pc / kInstruction < innermost.size();
  for (std::uint32_t call = known ? innermost[pc / kInstruction] : InlinedCall::kNone;
       call != InlinedCall::kNone; call = calls[call].outer)
    inlined.push_back(&calls[call]);
  std::reverse(inlined.begin(), inlined.end());
  return inlined;
}

}  // namespace flybar::lanai
