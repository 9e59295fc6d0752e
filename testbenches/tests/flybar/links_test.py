#!/usr/bin/python3
"""Every link of a Markdown page leads to a file of the sources, and to a heading of it: links_test.py SOURCES"""
import pathlib
import re
import sys
import unittest

SOURCES = pathlib.Path(sys.argv.pop(1)).resolve()
LINK = re.compile(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)")
OUTSIDE = {"build", "results"}


def pages():
    return sorted(page for page in SOURCES.rglob("*.md") if page.relative_to(SOURCES).parts[0] not in OUTSIDE)


def anchors(page):
    """Of the headings, as a browser of the repository makes them."""
    titles = re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).strip().replace(" ", "-") for title in titles}


def broken(page):
    for path, anchor in LINK.findall(page.read_text()):
        target = (page.parent / path).resolve() if path else page
        if not target.exists():
            yield f"{page.relative_to(SOURCES)}: {path}"
        elif anchor and anchor not in anchors(target):
            yield f"{page.relative_to(SOURCES)}: {path}#{anchor}"


class Links(unittest.TestCase):
    def test_there_are_pages(self):
        self.assertGreater(len(pages()), 50)

    def test_each_leads_to_a_file_and_a_heading(self):
        self.assertEqual([link for page in pages() for link in broken(page)], [])


if __name__ == "__main__":
    unittest.main()
