/// Sorts any number of records in bounded memory.
///
/// What happens is reported late: an activity only when it ends, and nodes run ahead of each other.
/// No window of time bounds that, so nothing is put out until all is known. Records gather in
/// memory, full loads go sorted to a scratch file, and drain() merges the loads.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <span>
#include <type_traits>
#include <vector>

#include "traces/sinks/output.h"

namespace flybar {

template <class Record>
concept Sortable = std::is_trivially_copyable_v<Record> && requires(const Record& a) {
  { a.before(a) } -> std::same_as<bool>;
};

/// Stable: records of which neither is before the other keep the order in which they were added.
template <Sortable Record>
class Sorter {
 public:
  explicit Sorter(std::filesystem::path directory, std::size_t records_in_memory = 256 * 1024)
      : scratch_(std::move(directory)), capacity_(records_in_memory) {}

  void add(const Record& record) {
    if (records_.size() == capacity_) spill();
    records_.push_back(record);
  }

  /// Calls `use` with every record, in order.
  template <class Use>
  void drain(Use use) {
    if (!loads_.empty()) {
      spill();
      return merge(use);
    }
    sort();
    for (const Record& record : records_) use(record);
  }

 private:
  static constexpr std::size_t kMergeBuffer = 4096;

  /// One sorted part of the scratch file, read through a small buffer.
  struct Load {
    std::uint64_t at = 0;
    std::uint64_t left = 0;
    std::size_t next = 0;
    std::vector<Record> buffer;
  };

  static auto bytes(std::span<Record> records) {
    return std::span(reinterpret_cast<std::uint8_t*>(records.data()), records.size_bytes());
  }

  using Iterator = typename std::vector<Record>::iterator;
  static constexpr std::ptrdiff_t kSmall = 16;

  static bool before(const Record& a, const Record& b) { return a.before(b); }

  void sort() { sort(records_.begin(), records_.end()); }

  /// A merge sort that touches only what is out of place, since records come nearly in order.
  static void sort(Iterator begin, Iterator end) {
    if (end - begin <= kSmall) return insertion_sort(begin, end);
    const Iterator middle = begin + (end - begin) / 2;
    sort(begin, middle);
    sort(middle, end);
    if (!middle->before(middle[-1])) return;
    const Iterator from = std::upper_bound(begin, middle, *middle, before);
    const Iterator to = std::lower_bound(middle, end, middle[-1], before);
    std::inplace_merge(from, middle, to, before);
  }

  static void insertion_sort(Iterator begin, Iterator end) {
    for (Iterator next = begin; next != end; ++next) {
      const Record record = *next;
      Iterator to = next;
      for (; to != begin && record.before(to[-1]); --to) *to = to[-1];
      *to = record;
    }
  }

  void spill() {
    sort();
    Load load;
    load.left = records_.size();
    load.at = scratch_.append(bytes(records_));
    loads_.push_back(std::move(load));
    records_.clear();
  }

  /// Whether a record is at hand.
  bool fill(Load& load) {
    if (load.next < load.buffer.size()) return true;
    load.buffer.resize(std::min<std::uint64_t>(load.left, kMergeBuffer));
    load.next = 0;
    scratch_.read(load.at, bytes(load.buffer));
    load.at += load.buffer.size() * sizeof(Record);
    load.left -= load.buffer.size();
    return !load.buffer.empty();
  }

  template <class Use>
  void merge(Use use) {
    const auto later = [](const Load* a, const Load* b) {
      const Record& x = a->buffer[a->next];
      const Record& y = b->buffer[b->next];
      return y.before(x) || (!x.before(y) && a > b);
    };
    std::vector<Load*> heap;
    for (Load& load : loads_) {
      if (fill(load)) heap.push_back(&load);
    }
    std::make_heap(heap.begin(), heap.end(), later);
    while (!heap.empty()) {
      std::pop_heap(heap.begin(), heap.end(), later);
      Load& first = *heap.back();
      use(first.buffer[first.next++]);
      if (fill(first)) {
        std::push_heap(heap.begin(), heap.end(), later);
      } else {
        heap.pop_back();
      }
    }
  }

  Scratch scratch_;
  std::size_t capacity_;
  std::vector<Record> records_;
  std::vector<Load> loads_;
};

}  // namespace flybar
