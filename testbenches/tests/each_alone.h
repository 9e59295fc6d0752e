/// A process of its own for each test, as SystemC allows one simulation in a process.
#pragma once

namespace flybar::testing_alone {

/// Runs the tests that gtest's options choose, each in a child of this process, and sums up as
/// gtest does. One test alone, and what gtest has options for (lists, repetitions, reports,
/// shards), is left to gtest in this process. Returns what main returns: 0 if all have passed.
int run_tests();

}  // namespace flybar::testing_alone
