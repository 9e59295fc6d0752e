/// The buffers of a program that sends or receives a stream, each at the beginning of a page or as
/// far behind it as the user wants.
#pragma once

#include <string>

#include "models/inet/socket/user_area.h"
#include "models/inet/socket/user_space.h"
#include "testbenches/experiments/inet/buffers/content.h"

namespace flybar::experiments {

class BufferRing {
 public:
  struct Shape {
    std::size_t count;
    std::size_t size;
    std::size_t align;  ///< bytes from the beginning of a page
  };
  BufferRing(const std::string& name, inet::Inet& inet, const Shape& shape);

  inet::UserArea buffer(std::uint64_t serial);
  const Shape& shape() const { return shape_; }
  inet::UserSpace& space() { return space_; }

  /// By the program: puts the content of buffer `serial` there, in no time, but for page faults.
  void fill(const Content& content, std::uint64_t serial);
  /// Likewise at the speed of its CPU.
  void write(const Content& content, std::uint64_t serial);
  /// How the bytes of a stream were sent: in buffers of `size`, of which `period` differ, beginning
  /// with serial number `first`.
  struct Sent {
    std::size_t size;
    std::uint64_t period;
    std::uint64_t first = 0;
  };
  /// Throws SimulationError unless `length` bytes at `offset` of buffer `serial` are those of the
  /// stream at `position`.
  void check(const Content& content, std::uint64_t serial, std::size_t offset, std::size_t length,
             std::uint64_t position, const Sent& sent);
  /// Which of the sender's buffers from number `first` on, of which `period` differ, begins as what
  /// lies in buffer `serial` of this ring, of which `length` bytes count. Throws SimulationError if
  /// none of the next ones does.
  std::uint64_t sent_as(const Content& content, std::uint64_t serial, std::size_t length,
                        std::uint64_t first, std::uint64_t period);
  /// By the program at its end: its memory is the pool's again.
  void release();

 private:
  std::uint64_t address(std::uint64_t serial) const;
  std::uint64_t pages_each() const { return (shape_.align + shape_.size + page_ - 1) / page_; }

  inet::Inet& inet_;
  const Shape shape_;
  const std::uint64_t page_;
  const std::string name_;
  inet::UserSpace space_;
};

}  // namespace flybar::experiments
