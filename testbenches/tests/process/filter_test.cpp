#include "models/process/native/filter.h"

#include <gtest/gtest.h>
#include <sys/syscall.h>

#include "models/process/native/call.h"

namespace flybar::process {
namespace {

TEST(Filter, IsOneThatTheKernelTakes) {
  const auto filter = program_filter();
  // BPF_MAXINSNS, and jumps of 255 at most.
  EXPECT_LT(filter.size(), 4096u);
  for (std::size_t n = 4; n + 2 < filter.size(); ++n)
    EXPECT_EQ(n + 1 + filter[n].jt, filter.size() - 1) << "comparison " << n;
}

TEST(Filter, KnowsTheNamesOfItsCalls) {
  EXPECT_STREQ(name_of_call(SYS_sendto), "sendto");
  EXPECT_STREQ(name_of_call(kHypercall), "hypercall");
  EXPECT_STREQ(name_of_call(SYS_mmap), "a call that is not intercepted");
}

}  // namespace
}  // namespace flybar::process
