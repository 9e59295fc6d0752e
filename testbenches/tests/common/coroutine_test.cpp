#include "models/common/coroutine.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace flybar {
namespace {

TEST(Coroutine, GoesOnWhereItYielded) {
  std::string done;
  Coroutine one([&] {
    done += "a";
    Coroutine::yield();
    done += "b";
  });

  one.resume();
  EXPECT_EQ(done, "a");
  EXPECT_FALSE(one.done());

  one.resume();
  EXPECT_EQ(done, "ab");
  EXPECT_TRUE(one.done());
}

TEST(Coroutine, IsTheCurrentOneOnlyWhileItRuns) {
  const Coroutine* seen = nullptr;
  Coroutine one([&] { seen = Coroutine::current(); });
  EXPECT_EQ(Coroutine::current(), nullptr);

  one.resume();

  EXPECT_EQ(seen, &one);
  EXPECT_EQ(Coroutine::current(), nullptr);
}

TEST(Coroutine, ResumesAnotherOneAndIsCurrentAgain) {
  const Coroutine* seen = nullptr;
  Coroutine inner([] { Coroutine::yield(); });
  Coroutine outer([&] {
    inner.resume();
    seen = Coroutine::current();
  });

  outer.resume();

  EXPECT_EQ(seen, &outer);
}

TEST(Coroutine, ThrowsToWhoResumesIt) {
  Coroutine one([] {
    Coroutine::yield();
    throw std::runtime_error("why");
  });
  one.resume();

  EXPECT_THROW(one.resume(), std::runtime_error);

  EXPECT_TRUE(one.done());
  EXPECT_NO_THROW(one.resume());
}

TEST(Coroutine, CatchesWhatItThrowsItselfAcrossAYield) {
  bool caught = false;
  Coroutine one([&] {
    try {
      Coroutine::yield();
      throw 1;
    } catch (int) {
      caught = true;
      Coroutine::yield();
    }
  });
  Coroutine other([] {
    try {
      throw 2;
    } catch (int) {
      Coroutine::yield();
    }
  });

  one.resume();
  other.resume();
  one.resume();
  other.resume();
  one.resume();

  EXPECT_TRUE(caught);
  EXPECT_TRUE(one.done());
}

TEST(Coroutine, ThatHasNotEndedIsForgotten) {
  bool destroyed = false;
  struct Local {
    explicit Local(bool& flag) : destroyed(flag) {}
    ~Local() { destroyed = true; }
    bool& destroyed;
  };
  {
    Coroutine one([&] {
      const Local local(destroyed);
      Coroutine::yield();
    });
    one.resume();
  }
  EXPECT_FALSE(destroyed);
}

/// Bytes of stack that are touched, from its top.
[[gnu::noinline]] int use_stack(int kilobytes) {
  volatile char block[1024];
  block[0] = static_cast<char>(kilobytes);
  return kilobytes == 0 ? block[0] : use_stack(kilobytes - 1) + block[0];
}

TEST(Coroutine, HasNearlyAllOfItsStack) {
  int sum = -1;
  Coroutine one([&] { sum = use_stack(4 * 1024); });

  one.resume();

  EXPECT_TRUE(one.done());
}

TEST(Coroutine, KnowsWhatIsBelowItsStack) {
  const char* local = nullptr;
  const Coroutine* self = nullptr;
  Coroutine one([&] {
    const char here = 0;
    local = &here;
    self = Coroutine::current();
    Coroutine::yield();
  });
  one.resume();

  EXPECT_FALSE(self->has_overflowed(local));
  int pages = 0;
  for (const char* at = local; !self->has_overflowed(at); at -= 4096) ++pages;
  EXPECT_NEAR(pages, Coroutine::kStack.count / 4096, 8);
}

}  // namespace
}  // namespace flybar
