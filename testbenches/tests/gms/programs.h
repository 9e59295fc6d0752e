/// Programs that go through a whole file.
#pragma once

#include <gtest/gtest.h>

#include "models/gms/file/stream_file.h"
#include "testbenches/tests/gms/gms_bench.h"

namespace flybar::gms {

inline constexpr Bytes kPage = Bytes(1024);
inline constexpr Policy kSticky{.sticky = true}, kScratch{.scratch = true}, kPlain{};

inline void read_all(Service& service, File file) {
  StreamFile stream(service, file, 4);
  for (std::uint32_t i = 0; i < service.file(file).size(); ++i) {
    EXPECT_TRUE(stream.read(i, Bytes(), kPage)) << i;
  }
}

/// For so long, takes each frame that becomes free.
inline void want_frames(Service& service, Time time) {
  const Time end = service.member().cpu().now() + time;
  while (service.member().cpu().now() < end) {
    if (!service.member().pool().try_allocate()) service.member().cpu().sleep(Time::ms(1));
  }
}

inline void write_all(Service& service, File file) {
  StreamFile stream(service, file, 4);
  for (std::uint32_t i = 0; i < service.file(file).size(); ++i) {
    EXPECT_TRUE(stream.write(i, Bytes(), kPage)) << i;
  }
  stream.close();
}

}  // namespace flybar::gms
