#!/usr/bin/env bash
# Records sqlite3 with its usual cache of 2 MB on a table of about 24 MB: a scan with a sum for each group, then a
# thousand look-ups by an index in an order that looks random, then an update of some rows with its journal.
set -euo pipefail
cd "$(dirname "$0")/../.."
out=$PWD/${1:-traces/workloads/query.workload}
record=$PWD/scripts/record-workload
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

sqlite3 sales.db <<'END'
CREATE TABLE sales (id INTEGER PRIMARY KEY, article INTEGER, amount INTEGER, note TEXT);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
  INSERT INTO sales SELECT i, (i * 7919) % 99991, i % 1000, printf('%0200d', i * 31) FROM n;
CREATE INDEX by_article ON sales (article);
END
cat >query.sql <<'END'
SELECT amount % 10, count(*), sum(amount), max(note) FROM sales GROUP BY amount % 10;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
  SELECT sum(s.amount) FROM n JOIN sales s ON s.article = (n.i * 48271) % 99991;
UPDATE sales SET amount = amount + 1 WHERE article BETWEEN 5000 AND 5100;
END
TMPDIR=$scratch "$record" -o "$out" --quantum 50 --only sales.db --only 'sales.db-*' \
  --only '.../*' --only 'query.sql' \
  --title "sqlite3: scan, 1000 look-ups by index and an update in a table of 24 MB" \
  sqlite3 -init /dev/null sales.db '.read query.sql' >/dev/null
