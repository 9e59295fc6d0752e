#include "models/common/toml_file.h"

#include <gtest/gtest.h>

namespace flybar {
namespace {

std::string error_of(std::string_view text) {
  try {
    parse_toml(text, "x.toml");
  } catch (const ConfigurationError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Toml, ValuesComeFlatInTheOrderOfTheFile) {
  const auto values = parse_toml("z = \"1 B\"\n[b.c]\nd = 7\n[a]\ne = true\n", "x.toml");

  ASSERT_EQ(values.size(), 3u);
  EXPECT_EQ(values[0].key, "z");
  EXPECT_EQ(values[1].key, "b.c.d");
  EXPECT_EQ(values[1].texts, std::vector<std::string>{"7"});
  EXPECT_EQ(values[1].line, 3);
  EXPECT_EQ(values[2].texts, std::vector<std::string>{"true"});
}

TEST(Toml, ArrayGivesItsTexts) {
  const auto values = parse_toml("vary = [\"64 B\", \"1 KB\"]", "x.toml");

  EXPECT_TRUE(values.at(0).array);
  EXPECT_EQ(values[0].texts, (std::vector<std::string>{"64 B", "1 KB"}));
}

TEST(Toml, TablesOfAnArrayAreNumberedIfTheyAreWanted) {
  const auto values =
      parse_toml("p = [{n = 1, r = \"a\"},\n {n = 2}]", "x.toml", ArraysOfTables::kWanted);

  ASSERT_EQ(values.size(), 3u);
  EXPECT_EQ(values[1].key, "p.0.r");
  EXPECT_EQ(values[2].key, "p.1.n");
  EXPECT_EQ(values[2].line, 2);
}

TEST(Toml, TablesOfAnArrayAreRefusedElse) {
  EXPECT_TRUE(error_of("p = [{n = 1}]").starts_with("x.toml:1: p: is neither text nor a number"));
}

TEST(Toml, SyntaxErrorNamesFileAndLine) {
  const std::string error = error_of("a = 1\nb = \n");

  EXPECT_TRUE(error.starts_with("x.toml:2: ")) << error;
  EXPECT_TRUE(error.ends_with("; allowed: TOML 1.0; correct this line")) << error;
}

TEST(Toml, SameKeyTwiceIsRefused) {
  EXPECT_TRUE(error_of("a = 1\na = 2\n").starts_with("x.toml:2: "));
}

TEST(Toml, DatesAndNestedArraysAreRefusedAllAtOnce) {
  EXPECT_EQ(error_of("a = 1979-05-27\nb = [[1]]\n"),
            "x.toml:1: a: is neither text nor a number; allowed: text with a unit, or a plain "
            "count; write for example a = \"30 ns\"\n"
            "x.toml:2: b: is neither text nor a number; allowed: text with a unit, or a plain "
            "count; write for example b = \"30 ns\"");
}

TEST(Toml, KeyOfTooManyPartsIsRefused) {
  EXPECT_EQ(error_of("a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a = 1"), "accepted");
  EXPECT_TRUE(
      error_of("a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a = 1")
          .starts_with("x.toml:1: a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a: nests tables too deeply"));
}

TEST(Toml, LineOfTooManyBracketsAndDotsIsRefused) {
  EXPECT_EQ(error_of("a = \"" + std::string(32, '.') + "\""), "accepted");
  EXPECT_EQ(error_of("\na = \"" + std::string(33, '.') + "\""),
            "x.toml:2: has too many brackets and dots; allowed: 32 of them in a line; write "
            "sections of key = \"value\" lines, and long lists in several lines");
}

TEST(Toml, NestingOverManyLinesIsRefused) {
  std::string deep;
  while (deep.size() < 60000) deep += "a = [\n";

  EXPECT_NE(error_of(deep), "accepted");
}

TEST(Toml, KeyThatIsNotAsciiIsRefused) {
  EXPECT_EQ(error_of("a = 1\nb\xc9\xbe = 1"),
            "x.toml:2: has a character that is not ASCII, outside of quotes and comments; allowed: "
            "ASCII in keys, UTF-8 in quotes and comments; write names without accents");
}

TEST(Toml, CommentsAndTextsMayHaveAnyCharacter) {
  for (const std::string text :
       {"# Gr\xc3\xb6\xc3\x9f\x65\na = 1", "a = \"5 \xc2\xb5s\" # \xc2\xb5", "a = '\xc3\xb6'",
        "a = \"\"\"\n\xc3\xb6\n\"\"\"", "a = \"\\\"\xc3\xb6\"", "a = \"'\xc3\xb6\""})
    EXPECT_EQ(error_of(text), "accepted") << text;
}

TEST(Toml, AKeyBehindTextsMustStillBeAscii) {
  for (const std::string text :
       {"a = \"\"\n\xc3\xb6 = 1", "a = \"#\"\n\xc3\xb6 = 1", "a = ''\n\xc3\xb6 = 1",
        "a = \"\"\"x\"\"\"\n\xc3\xb6 = 1", "a = '\"'\n\xc3\xb6 = 1", "a = \"\\\\\"\n\xc3\xb6 = 1"})
    EXPECT_NE(error_of(text).find("outside of quotes"), std::string::npos) << text;
}

TEST(Toml, LargeFileIsRefused) {
  EXPECT_EQ(error_of(std::string(64 * 1024 + 1, ' ')),
            "x.toml: is larger than 64 KB; allowed: a settings file of at most 64 KB; check that "
            "this is the file you meant");
}

TEST(Toml, MissingFileIsRefused) {
  EXPECT_THROW(read_toml_text("/nowhere/x.toml"), ConfigurationError);
}

}  // namespace
}  // namespace flybar
