/// Does the loader read what a firmware declares of its sends, and refuse nonsense?
#include "models/lanai/image/send_gate.h"

#include <gtest/gtest.h>

#include "testbenches/tests/lanai/objects.h"

namespace flybar::lanai {
namespace {

constexpr DataRange kData{0x1000, 0x2000};

/// The words of a struct lanai_send_gate.
std::vector<std::uint8_t> section(std::vector<std::uint32_t> words) {
  words.resize(17);
  std::vector<std::uint8_t> bytes;
  for (const std::uint32_t word : words)
    for (int shift = 24; shift >= 0; shift -= 8)
      bytes.push_back(static_cast<std::uint8_t>(word >> shift));
  return bytes;
}

std::string found_in(const std::vector<std::uint8_t>& bytes) {
  return fault_of([&] { read_send_gate("mine.o", bytes, kData); }).found;
}

TEST(SendGateSection, IsReadFromTheImage) {
  const Image image = link_cases({"start", "main", "strong", "gated"});
  const SendGate& gate = image.gate;

  EXPECT_EQ(gate.after_reset, 500);
  EXPECT_EQ(gate.after_host, 60);
  ASSERT_EQ(gate.words.size(), 1u);
  EXPECT_EQ(gate.words[0].first, image.find("ring")->address + 4);
  EXPECT_EQ(gate.words[0].stride, 8u);
  EXPECT_EQ(gate.words[0].count, 4u);
  EXPECT_EQ(gate.packet, image.find("at_link")->address);
  EXPECT_EQ(gate.packet_sent, 4u);
}

TEST(SendGateSection, IsNotLoaded) {
  const Image image = link_cases({"start", "main", "strong", "gated"});

  EXPECT_FALSE(image.find("lanai_send_gate"));
  EXPECT_EQ(image.bytes.size(), image.find("at_link")->address + 4u);
}

TEST(SendGateSection, IsNotNeeded) {
  EXPECT_FALSE(link_cases({"start", "main", "strong"}).gate.declared());
}

TEST(SendGateSection, IsRefusedIfItIsDeclaredTwice) {
  const auto once = section({1, 1, 0x1000, 4, 1});
  auto twice = once;
  twice.insert(twice.end(), once.begin(), once.end());

  EXPECT_EQ(found_in(once), "nothing wrong");
  EXPECT_EQ(found_in(twice), "136 B");
}

TEST(SendGateSection, NamesWordsOfTheDataOnly) {
  EXPECT_EQ(found_in(section({1, 1, 0x1FFC, 4, 1})), "nothing wrong");
  EXPECT_EQ(found_in(section({1, 1, 0x1FFC, 4, 2})), "2 words from 0x1ffc on, 4 B apart");
  EXPECT_EQ(found_in(section({1, 1, 0xFFC, 4, 1})), "1 words from 0xffc on, 4 B apart");
}

TEST(SendGateSection, NamesWholeWordsOnly) {
  EXPECT_EQ(found_in(section({1, 1, 0x1002, 4, 1})), "1 words from 0x1002 on, 4 B apart");
  EXPECT_EQ(found_in(section({1, 1, 0x1000, 0, 2})), "2 words from 0x1000 on, 0 B apart");
}

}  // namespace
}  // namespace flybar::lanai
