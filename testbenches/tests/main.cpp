#include <gtest/gtest.h>

#include <systemc>

#include "testbenches/tests/each_alone.h"

int sc_main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  return flybar::testing_alone::run_tests();
}
