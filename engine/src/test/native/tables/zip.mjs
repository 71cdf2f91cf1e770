// zip and unzip: archives made here byte by byte, so that hostile ones are as easy as good ones.
import zlib from 'node:zlib';
import { own, t, taken } from '../cases.mjs';

const le = (v, n) => Array.from({ length: n }, (_, i) => String.fromCharCode(Math.floor(v / 256 ** i) & 255)).join('');
const latin = b => b.toString('latin1');
const crc = s => {
  let c = ~0;
  for (const ch of s) {
    c ^= ch.charCodeAt(0);
    for (let k = 0; k < 8; k++) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1;
  }
  return ~c >>> 0;
};
const DATE = (40 << 25) | (1 << 21) | (2 << 16) | (3 << 11) | (4 << 5) | 2;

// zip([name, body, options]...): method, mode, flags, and what a header says falsely
function zip(members, o = {}) {
  let body = o.junk ?? '', directory = '';
  for (const [name, text, m = {}] of members) {
    const method = m.method ?? 8;
    const data = method === 8 ? latin(zlib.deflateRawSync(Buffer.from(text, 'latin1'))) : text;
    const fields = le(m.flags ?? 0, 2) + le(method, 2) + le(DATE >>> 0, 4) + le(m.crc ?? crc(text), 4) +
      le(m.packed ?? data.length, 4) + le(m.size ?? text.length, 4) + le(name.length, 2);
    const place = m.place ?? body.length - (o.junk ?? '').length;
    const extra = m.extra ?? '';
    directory += 'PK\x01\x02' + le(m.mode ? 0x31e : 20, 2) + le(20, 2) + fields + le(extra.length, 2) + le(0, 2) + le(0, 2) +
      le(0, 2) + le((m.mode ?? 0) * 65536, 4) + le(place, 4) + name + extra;
    body += 'PK\x03\x04' + le(20, 2) + fields + le(0, 2) + name + data;
  }
  const at = body.length - (o.junk ?? '').length;
  return body + directory + (o.before ?? (() => ''))(at, directory.length) + 'PK\x05\x06' + le(o.part ?? 0, 2) + le(0, 2) +
    le(o.count ?? members.length, 2) + le(o.count ?? members.length, 2) + le(o.length ?? directory.length, 4) +
    le(o.start ?? at, 4) + le((o.comment ?? '').length, 2) + (o.comment ?? '');
}

const hello = 'hello hello hello\n';
const good = zip([['d/', '', { method: 0 }], ['d/a', hello], ['d/e/b', 'x', { method: 0 }], ['c', '', { method: 0 }]]);
const x = good.length;
const zip64 = zip([['a', hello, { size: 0xffffffff, packed: 0xffffffff,
  extra: le(1, 2) + le(16, 2) + le(hello.length, 8) + le(zlib.deflateRawSync(Buffer.from(hello)).length, 8) }]], {
  count: 65535, start: 0xffffffff, length: 0xffffffff,
  before: (at, n) => 'PK\x06\x06' + le(44, 8) + le(45, 2) + le(45, 2) + le(0, 4) + le(0, 4) + le(1, 8) + le(1, 8) + le(n, 8) + le(at, 8) +
    'PK\x06\x07' + le(0, 4) + le(at + n, 8) + le(1, 4),
});
const run = (cmd, a, more) => t(cmd, '', { 'x.zip': a }, more);

for (const a of [good, zip64, zip([['a', hello]], { comment: 'a comment PK\x05\x06' })]) {
  if (!a.includes('comment')) run('unzip -l x.zip', a);
  run('unzip -p x.zip', a);
  run('unzip -tq x', a, { own: { exit: 0, stdout: 'No errors detected in compressed data of x.zip.\n' } });
  run('unzip -q x.zip', a, { wantTree: true });
}
run('unzip -p x.zip d/a', good);
run('unzip -p x.zip *b', good);
run('unzip -p x.zip -x d/a', good);
run('unzip -qj x.zip', good, { wantTree: true });
run('unzip -q x.zip -d o', good, { wantTree: true });
run('unzip -q x.zip d/e/b', good, { wantTree: true });
run('unzip -q x.zip d/* -x *b', good, { wantTree: true });
run('unzip -q x.zip nope', good, { stderrContains: 'filename not matched:  nope', skipStderr: true });
t('unzip -qn x.zip', '', { 'x.zip': good, 'd/a': 'old\n' }, { wantTree: true });
t('unzip -qo x.zip', '', { 'x.zip': good, 'd/a': 'old\n' }, { wantTree: true });
t('unzip -q x.zip', '', { 'x.zip': good, c: 'old\n' }, { own: { exit: 1, stdout: '', stderrContains: 'c exists: not overwritten' } });
run('unzip -p x.zip', zip([['a', hello]], { junk: '#!/bin/sh\n' }), { own: { exit: 0, stdout: hello } });
run('unzip -qo x.zip', zip([['\xc3\xa4', hello, { flags: 0x800 }], ['z', 'z']]), { own: { exit: 0, stdout: '' } });
run('unzip x.zip', good, { own: { exit: 0, stdout: 'Archive:  x.zip\n   creating: d/\n  inflating: d/a\n extracting: d/e/b\n extracting: c\n' } });

// damaged and hostile
const bad = (a, exit, why, stdout = '') => run('unzip -p x.zip', a, { own: { exit, stdout, stderrContains: why } });
bad('', 9, 'not a zip archive');
bad('just text\n', 9, 'not a zip archive');
bad(good.slice(0, x - 10), 9, 'not a zip archive');
bad(good.slice(40), 3, 'lies outside of the archive');
bad(zip([['a', hello, { crc: 1 }]]), 2, 'a: bad CRC', hello);
bad(zip([['a', hello, { size: 3 }]]), 2, 'a: is larger than its header says');
bad(zip([['a', hello, { size: 300 }]]), 2, 'a: is smaller than its header says', hello);
bad(zip([['a', hello, { packed: 5 }]]), 2, 'a: invalid compressed data', hello);
bad(zip([['a', hello, { packed: 500 }]]), 12, "'a' overlaps another entry: refused as a possible zip bomb");
bad(zip([['a', hello], ['b', hello, { place: 0 }]]), 12, 'refused as a possible zip bomb');
bad(zip([['a', hello], ['b', hello, { place: 10 }]]), 12, 'refused as a possible zip bomb');
bad(zip([['a', hello, { flags: 1 }]]), 81, 'a: encrypted');
bad(zip([['a', hello, { method: 12 }]]), 81, 'a: unsupported compression method');
bad(zip([['a', hello]], { part: 1 }), 3, 'archives of several parts are not supported');
bad(zip([['a', hello]], { count: 2 }), 3, 'the directory is shorter than it says');
bad(zip([['a\0b', hello]]), 3, 'a name is empty or has a NUL in it');
bad(zip([['', hello]]), 3, 'a name is empty or has a NUL in it');
bad(zip([['a', hello, { place: 0xfffffff }]]), 3, 'an entry lies outside of the archive');
const refused = (a, why, tree, exit = 2) =>
  t('unzip -q x.zip -d o', '', { 'x.zip': a, 'o/': '' }, { own: { exit, stdout: '', stderrContains: why, tree: { 'o/': '', ...tree, 'x.zip': a } } });
const LINK = { mode: 0o120777, method: 0 };
const out = 'it may lead out of the directory';
refused(zip([['../x', hello]]), "../x: name contains '..'", {});
refused(zip([['d/../../x', hello]]), "name contains '..'", {});
refused(zip([['/abs/x', hello]]), 'stripped absolute path', { 'o/abs/': '', 'o/abs/x': hello }, 1);
refused(zip([['l', '/etc', LINK], ['l/x', 'bad']]), out, { 'o/l/': '', 'o/l/x': 'bad' });
refused(zip([['l', '..', LINK]]), out, {});
refused(zip([['d/l', 'a/../../..', LINK]]), out, { 'o/d/': '' });
refused(zip([['a', hello, { crc: 1 }], ['b', 'good']]), 'a: bad CRC', { 'o/b': 'good' });
refused(zip([['a', 'a'], ['a/b', 'b']]), 'a directory on the way is a file', { 'o/a': 'a' });
run('unzip -o x.zip', zip([['d/', '', { method: 0 }], ['l', 'd', LINK], ['l/x', 'bad']]), {
  own: { exit: 2, stdout: 'Archive:  x.zip\n   creating: d/\n    linking: l\n', stderrContains: 'l/x: a directory on the way is a symbolic link' } });
own('unzip', { exit: 10, stderrContains: 'unzip: missing name of the archive' });
own('unzip nope', { exit: 9, stderrContains: 'cannot find or open nope or nope.zip' });

// zip
const files = { 'd/a': hello, 'd/e/b': 'x', c: 'abcabcabcabcabcabc\n', 'x.zip': good };
const z = (cmd, expect) => own(cmd, expect, '', files);
z('zip y.zip c d/e/b', { stdout: '  adding: c (deflated 58%)\n  adding: d/e/b (stored 0%)\n' });
z('zip -r y d', { stdout: '  adding: d/ (stored 0%)\n  adding: d/a (deflated 39%)\n  adding: d/e/ (stored 0%)\n  adding: d/e/b (stored 0%)\n' });
z('zip -r y d -x d/e/*', { stdout: '  adding: d/ (stored 0%)\n  adding: d/a (deflated 39%)\n' });
z('zip -rj0 y d', { stdout: '  adding: a (stored 0%)\n  adding: b (stored 0%)\n' });
z('zip -q y c', {});
z('zip y nope', { exit: 12, stderrContains: 'name not matched: nope' });
z('zip x c', { exit: 15, stderrContains: 'x.zip exists: updating is not supported' });
z('zip y c c', { exit: 16, stdout: '  adding: c (deflated 58%)\n  adding: c (deflated 58%)\n', stderrContains: 'two members would have the name c' });
z('zip y ../c', { exit: 12, stderrContains: "names with '..' are refused" });
z('zip', { exit: 16, stderrContains: 'missing name of the archive' });
t('zip -q0 - c', '', { c: 'stored\n' }, { mtimes: { c: 1577934245 }, own: { exit: 0,
  stdout: 'PK\x03\x04\x0a\0\0\0\0\0' + le(DATE >>> 0, 4) + le(crc('stored\n'), 4) + le(7, 4) + le(7, 4) + le(1, 2) + le(0, 2) + 'cstored\n' +
    'PK\x01\x02\x14\x03\x0a\0\0\0\0\0' + le(DATE >>> 0, 4) + le(crc('stored\n'), 4) + le(7, 4) + le(7, 4) + le(1, 2) + le(0, 8) +
    le(0o100644 * 65536, 4) + le(0, 4) + 'c' + 'PK\x05\x06' + le(0, 4) + le(1, 2) + le(1, 2) + le(47, 4) + le(38, 4) + le(0, 2) } });

// names that look like lines, or direct a terminal
run('unzip -l x.zip', zip([['a\n        1  2020-01-02 03:04   b', 'x'], ['\x1b[31m\x7f', 'y']]));

export const table = taken();
