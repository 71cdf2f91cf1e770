"""rank: reads JSON objects with a count, and gives each its rank; equal counts share one."""

import json
import sys

rank, previous = 0, None
for number, line in enumerate(sys.stdin, start=1):
    entry = json.loads(line)
    if entry["count"] != previous:
        rank, previous = number, entry["count"]
    print(json.dumps({"rank": rank, **entry}))
