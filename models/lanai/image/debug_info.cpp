#include "models/lanai/image/debug_info.h"

#include <dwarf.h>
#include <elfutils/libdw.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>

namespace flybar::lanai {
namespace {

constexpr unsigned kDeepest = 64;  ///< nested blocks and inlined calls; more is damage

using File = std::unique_ptr<Elf, decltype(&elf_end)>;
using Information = std::unique_ptr<Dwarf, decltype(&dwarf_end)>;

std::string text(const char* from) {
  return from == nullptr ? "" : std::filesystem::path(from).lexically_normal().string();
}

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

  std::uint32_t file_index(const char* path) {
    const auto [known, fresh] = indices_.try_emplace(text(path), info_.files.size());
    if (fresh) info_.files.push_back(known->first);
    return static_cast<std::uint32_t>(known->second);
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
    const std::size_t known = info_.inlined.size();
    add_ranges(entry, index);
    if (info_.inlined.size() == known) return outer;
    std::uint32_t first = info_.inlined[known].begin;
    for (std::size_t i = known; i < info_.inlined.size(); ++i)
      first = std::min(first, info_.inlined[i].begin);
    const char* name = dwarf_diename(&entry);
    info_.calls.push_back(
        {.function = name == nullptr ? "" : name,
         .file = file(entry, DW_AT_decl_file),
         .caller_file = file(entry, DW_AT_call_file),
         .caller_line = static_cast<std::uint32_t>(number(entry, DW_AT_call_line).value_or(0)),
         .first = first,
         .outer = outer});
    return index;
  }

  void add_ranges(Dwarf_Die& entry, std::uint32_t call) {
    Dwarf_Addr base = 0, begin = 0, end = 0;
    std::ptrdiff_t offset = 0;
    while ((offset = dwarf_ranges(&entry, offset, &base, &begin, &end)) > 0) {
      if (entries_left_ == 0) return;
      --entries_left_;
      if (begin < end)
        info_.inlined.push_back(
            {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), call});
    }
  }

  static std::optional<Dwarf_Word> number(Dwarf_Die& entry, unsigned name) {
    Dwarf_Attribute attribute;
    return number(dwarf_attr_integrate(&entry, name, &attribute));
  }

  static std::optional<Dwarf_Word> number(Dwarf_Attribute* attribute) {
    Dwarf_Word value = 0;
    if (attribute == nullptr || dwarf_formudata(attribute, &value) != 0) return std::nullopt;
    return value;
  }

  /// The number of a file belongs to the unit that holds the attribute. dwarf_decl_file() does not
  /// know that DWARF 5 counts files from 0.
  static std::string file(Dwarf_Die& entry, unsigned name) {
    Dwarf_Attribute attribute;
    const auto index = number(dwarf_attr_integrate(&entry, name, &attribute));
    Dwarf_Die unit;
    Dwarf_Files* files = nullptr;
    if (!index || dwarf_cu_die(attribute.cu, &unit, nullptr, nullptr, nullptr, nullptr, nullptr,
                               nullptr) == nullptr)
      return "";
    if (dwarf_getsrcfiles(&unit, &files, nullptr) != 0) return "";
    return text(dwarf_filesrc(files, *index, nullptr, nullptr));
  }

  DebugInfo& info_;
  std::size_t entries_left_;
  std::map<std::string, std::size_t> indices_;
};

}  // namespace

void read_debug_info(std::span<std::uint8_t> elf, DebugInfo& info) {
  elf_version(EV_CURRENT);
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

}  // namespace flybar::lanai
