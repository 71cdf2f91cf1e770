// Runs upstream's tests of jq against a build of ours:
//
//   jqsuite.mjs JQ TESTS    TESTS is upstream's directory with jq.test and modules/
//
// A test is a program, its input and its outputs, one a line, up to an empty line; or, behind
// %%FAIL, a program that does not compile and its message. As upstream's own runner does, this
// compares values, and ignores a failure behind the last expected output.
import fs from 'node:fs';
import path from 'node:path';
import { spawnSync } from 'node:child_process';

const [jq, tests] = process.argv.slice(2);
const skipped = line => /^\s*(#|$)/.test(line);

function run(program, input) {
  const r = spawnSync(jq, ['-c', '-L', path.join(tests, 'modules'), '--', program],
    { input, encoding: 'utf8', timeout: 20000, env: { PATH: '/usr/bin:/bin', PAGER: 'less', HOME: tests } });
  return { exit: r.status, stdout: r.stdout, stderr: r.stderr };
}

// A text that is the same for equal values. Long numbers keep their digits.
function canonical(json) {
  const kept = json.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, word =>
    word[0] === '"' ? word : word.replace(/\D/g, '').length > 16 ? `{"number":"${word.toLowerCase()}"}` : word);
  const sorted = v => Array.isArray(v) ? v.map(sorted)
    : v && typeof v === 'object' ? Object.fromEntries(Object.keys(v).sort().map(k => [k, sorted(v[k])])) : v;
  try { return JSON.stringify(sorted(JSON.parse(kept))); } catch { return json.replace(/\s/g, ''); }
}

function fails(program, message) {
  const r = run(program, 'null');
  if (r.exit !== 3) return `compiles, status ${r.exit}`;
  const first = r.stderr.split('\n')[0];
  return message === null || first === message ? null : `message ${first}\n    expected ${message}`;
}

function differs(program, input, outputs) {
  const r = run(program, input.replace(/^\ufeff/, ''));
  const got = r.stdout.split('\n').slice(0, -1);
  if (r.exit !== 0 && r.exit !== 5) return `status ${r.exit}: ${r.stderr.trim()}`;
  const a = got.map(canonical).join('\n'), b = outputs.map(canonical).join('\n');
  return a === b ? null : `${a} ${r.stderr.trim()}\n    expected ${b}`;
}

const lines = fs.readFileSync(path.join(tests, 'jq.test'), 'utf8').split('\n');
let all = 0, passed = 0, at = 0;
while (at < lines.length) {
  if (skipped(lines[at])) { at++; continue; }
  const fail = /^%%FAIL( IGNORE MSG)?/.exec(lines[at]);
  if (fail) at++;
  const number = at + 1, program = lines[at++];
  const rest = [];
  if (fail) rest.push(lines[at++]);
  else while (at < lines.length && (rest.length === 0 || !skipped(lines[at]))) rest.push(lines[at++]);
  const why = fail ? fails(program, fail[1] ? null : rest[0]) : differs(program, rest[0], rest.slice(1));
  all++;
  if (why === null) passed++;
  else console.log(`FAIL jq.test:${number}: ${program}\n    ${why}`);
}
console.log(`jq: ${passed} of ${all} pass`);
