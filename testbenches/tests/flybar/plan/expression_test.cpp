#include "testbenches/flybar/plan/expression.h"

#include <gtest/gtest.h>

#include <map>

namespace flybar::program {
namespace {

bool holds(const std::string& text) {
  const std::map<std::string, std::string> values{{"payload", "8 KB"},
                                                  {"mcp.send_threshold", "512 B"},
                                                  {"link.rate", "160 MB/s"},
                                                  {"pci.clock", "33.33 MHz"},
                                                  {"mcp.mode", "store-and-forward"},
                                                  {"load", "50 %"},
                                                  {"hops", "3"}};
  return Expression(text, "here").holds([&](const std::string& key) { return values.at(key); });
}

std::string refusal(const std::string& text) {
  try {
    holds(text);
  } catch (const ConfigurationError& error) {
    return error.faults().front().found;
  }
  return "accepted";
}

TEST(Expression, ComparesQuantitiesWhateverTheirUnits) {
  EXPECT_TRUE(holds("mcp.send_threshold <= payload"));
  EXPECT_TRUE(holds("payload == 8192 B"));
  EXPECT_FALSE(holds("payload < 8 KB"));
  EXPECT_TRUE(holds("link.rate == 1.28 Gb/s"));
  EXPECT_TRUE(holds("load == 0.5"));
}

TEST(Expression, UnitsMultiplyAndDivide) {
  EXPECT_TRUE(holds("payload / link.rate == 51.2 us"));
  EXPECT_TRUE(holds("payload / (16 * mcp.send_threshold) == 1"));
  EXPECT_TRUE(holds("100 cycles / pci.clock > 3 us"));
  EXPECT_TRUE(holds("link.rate * 1 us == 160 B"));
}

TEST(Expression, ProductsGoBeforeSumsAndComparisonsBeforeAnd) {
  EXPECT_TRUE(holds("1 + 2 * 3 == 7"));
  EXPECT_TRUE(holds("10 - 2 - 3 == 5"));
  EXPECT_TRUE(holds("hops == 2 or hops == 3 and payload > 1 KB"));
  EXPECT_TRUE(holds("not hops == 2"));
  EXPECT_TRUE(holds("min(payload, 1 KB) == max(mcp.send_threshold, 1 KB)"));
  EXPECT_TRUE(holds("-hops == -3"));
}

TEST(Expression, ComparisonsMayFormAChain) {
  EXPECT_TRUE(holds("64 B <= mcp.send_threshold <= payload"));
  EXPECT_FALSE(holds("64 B <= mcp.send_threshold < 512 B"));
}

TEST(Expression, ComparesTextsInQuotes) {
  EXPECT_TRUE(holds("mcp.mode == 'store-and-forward'"));
  EXPECT_TRUE(holds("mcp.mode != \"static\""));
}

TEST(Expression, KnowsItsKeys) {
  EXPECT_EQ(Expression("a.b < 2 * c and a.b > 1", "here").keys(),
            (std::vector<std::string>{"a.b", "c"}));
}

TEST(Expression, RefusalSaysWhatIsWrong) {
  EXPECT_EQ(refusal("payload < 8"),
            "\"payload < 8\": a quantity in B and a plain number do not go together");
  EXPECT_EQ(refusal("payload < 8 us").substr(18),
            "a quantity in B and a quantity in s do not go together");
  EXPECT_EQ(refusal("payload"), "\"payload\": a quantity in B stands where a condition is wanted");
  EXPECT_EQ(refusal("payload <"), "\"payload <\": ends too soon");
  EXPECT_EQ(refusal("payload < 8 parsec"),
            "\"payload < 8 parsec\": \"parsec\" stands behind its end");
  EXPECT_EQ(refusal("(hops < 3"), "\"(hops < 3\": lacks a closing bracket");
  EXPECT_EQ(refusal("hops / 0 < 3"), "\"hops / 0 < 3\": divides by zero");
  EXPECT_EQ(refusal("mcp.mode < 'x'").substr(18, 8), "the text");
}

TEST(Expression, DeepNestingIsRefused) {
  EXPECT_NE(refusal(std::string(900, '(')).find("nests too deeply"), std::string::npos);
  EXPECT_NE(refusal(std::string(900, '-')).find("nests too deeply"), std::string::npos);
  EXPECT_EQ(refusal(std::string(10000, '(')), "has 10000 characters");
}

}  // namespace
}  // namespace flybar::program
