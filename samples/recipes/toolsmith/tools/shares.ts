// shares: reads lines "COUNT WORD", and prints a JSON object for each, with its share of all.

interface Share {
  word: string;
  count: number;
  share: number;
}

import { readFileSync } from "fs";

const lines: string[] = readFileSync(0, "utf8").split("\n").filter((line: string) => line !== "");
const counted = lines.map((line): [number, string] => {
  const [count, word] = line.trim().split(/\s+/);
  return [Number(count), word];
});
const total = counted.reduce((sum, [count]) => sum + count, 0);
for (const [count, word] of counted) {
  const share: Share = { word, count, share: Math.round((1000 * count) / total) / 10 };
  console.log(JSON.stringify(share));
}
