// tar: archives made here byte by byte, so that hostile ones are as easy as good ones.
import zlib from 'node:zlib';
import { own, t, taken, tree } from '../cases.mjs';

const octal = (v, n) => v.toString(8).padStart(n - 1, '0') + '\0';
const put = (s, at, v) => s.slice(0, at) + v + s.slice(at + v.length);
const pad = s => s + '\0'.repeat((512 - (s.length % 512)) % 512);

// entry(name, { type, body, link, ... }): one member with its contents
function entry(name, o = {}) {
  const body = o.body ?? '';
  let h = '\0'.repeat(512);
  h = put(h, 0, name.slice(0, 100));
  h = put(h, 100, octal(o.mode ?? 0o644, 8) + octal(0, 8) + octal(0, 8));
  h = put(h, 124, o.rawSize ?? octal(o.size ?? body.length, 12));
  h = put(h, 136, o.rawTime ?? octal(o.mtime ?? 1000000000, 12));
  h = put(h, 156, o.type ?? '0');
  h = put(h, 157, (o.link ?? '').slice(0, 100));
  h = put(h, 257, o.magic ?? 'ustar\x0000');
  if (o.prefix) h = put(h, 345, o.prefix);
  h = put(h, 148, '        ');
  const sum = [...h].reduce((a, c) => a + c.charCodeAt(0), 0);
  h = put(h, 148, octal(o.sum ?? sum, 7) + ' ');
  return h + pad(body);
}
const end = '\0'.repeat(1024);
const dir = name => entry(name, { type: '5', mode: 0o755 });
const link = (name, to) => entry(name, { type: '2', link: to });
const hard = (name, to) => entry(name, { type: '1', link: to });
const file = (name, body, o) => entry(name, { body, ...o });
const record = (k, v) => {
  let n = k.length + v.length + 3;
  while (`${n} ${k}=${v}\n`.length !== n) n = `${n} ${k}=${v}\n`.length;
  return `${n} ${k}=${v}\n`;
};
const pax = (...kv) => entry('PaxHeader', { type: 'x', body: kv.map(([k, v]) => record(k, v)).join('') });

const simple = dir('d/') + file('d/a', 'one\n') + dir('d/e/') + file('d/e/b', 'two\n') + file('c', '') + end;
const long = 'n'.repeat(120) + '/' + 'm'.repeat(80);
const sample = { 'd/a': 'one\n', 'd/e/b': 'two\n', ['d/' + 'x'.repeat(105)]: 'long name\n', 'd/empty': '', 'd/f/': '' };
const stamps = { 'd/a': 1e9, 'd/e/b': 1e9 + 1, ['d/' + 'x'.repeat(105)]: 5, 'd/empty': 0, 'd/f': 7, 'd/e': 8, d: 1e9 + 2 };

// creating
t('tar --sort=name --owner=0 --group=0 --numeric-owner -cf - d', '', sample, { mtimes: stamps });
t('tar -cvf x.tar --sort=name d', '', sample, { mtimes: stamps });
t('tar cvf x.tar --sort=name --exclude=e d', '', sample);
t('tar cvf x.tar --sort=name --exclude=*/b d', '', sample);
t('tar cvf x.tar --sort=name --no-recursion d d/e', '', sample);
t('tar cvf x.tar -C d a -C e b', '', sample);
t('tar cvf x.tar -T list', '', { ...sample, list: 'd/a\nd/empty\n' });
t('tar cvf x.tar -X list --sort=name d', '', { ...sample, list: 'x*\n' });
t('tar cvf x.tar ./d/a d/../d/e', '', sample, { stderrContains: "Removing leading `d/../' from member names" });
t('tar cf x.tar nope', '', sample);
t('tar cf x.tar', '', sample);
t('tar cf nope/x.tar d', '', sample);
t('tar', '', sample, { skipStderr: true, stderrContains: 'tar: You must specify one of the' });
t('tar xf', '', sample, { stderrContains: "tar: Old option 'f' requires an argument." });
own('tar cf - d --format=pax', { exit: 2, stderrContains: 'only --format=gnu' }, '', sample);
own('tar cjf x.tar d', { exit: 2, stderrContains: '-j: only gzip is supported' }, '', sample);
own('tar cPf x.tar d', { exit: 2, stderrContains: 'absolute names are never used' }, '', sample);

// listing
const kinds = simple.slice(0, -1024) + link('l', 'd/a') + hard('h', 'd/a') + entry('p', { type: '6' }) +
  entry('dev', { type: '3' }) + file('odd\n\t\\name\x01', 'x') + file('ba', 'z', { prefix: 'pre/fix' }) + end;
for (const how of ['tf', 'tvf'])
  for (const a of [simple, kinds, file('v7', 'old\n', { magic: '\0'.repeat(8), type: '\0' }) + end,
    entry('././@LongLink', { type: 'L', body: long + '\0' }) + file(long, 'x', { magic: 'ustar  \0' }) + end,
    entry('././@LongLink', { type: 'K', body: long + '\0' }) + link('l', long) + end,
    pax(['path', 'p\xc3\xa4x'.replace(/[^a-z]/g, 'e') + '/' + long], ['size', '3'], ['mtime', '1234567890.5']) + file('short', 'abc') + end,
    pax(['linkpath', long]) + link('l', 'x') + end,
    file('big', '', { mtime: 0, rawSize: '\x80' + '\0'.repeat(10) + '\x02' }) + 'ab' + '\0'.repeat(510) + end])
    t(`tar ${how} -`, a, null, { env: { TZ: 'UTC0', LC_ALL: 'C', PATH: '/usr/bin:/bin' } });
t('tar tf - d/e c', simple);
t('tar tf - d/e/', simple);
t('tar tf - nope', simple);
t('tar tf - --exclude=e', simple);
t('tar tf - --exclude=d/*', simple);
t('tar tf -', '');
t('tar tf -', 'x'.repeat(2000));
t('tar tf -', simple.slice(0, 512 + 600));
t('tar tf -', simple.slice(0, -1024));
t('tar tf -', simple.slice(0, 512 + 512 + 100), null, { stderrContains: 'tar: Unexpected EOF in archive' });
t('tar tf -', simple.slice(0, 512) + 'y'.repeat(512) + simple.slice(512));
t('tar tf nope', '', {});
own('tar tf -', { exit: 2, stdout: 'a\n', stderrContains: 'Malformed extended header' },
  entry('PaxHeader', { type: 'x', body: '99 path=b\n' }) + file('a', '') + end);
own('tar tf -', { exit: 2, stderrContains: 'a header of more than 1 MiB is refused' },
  entry('././@LongLink', { type: 'L', size: 1 << 24 }));
own('tar tf -', { exit: 2, stderrContains: 'malformed number' }, file('a', '', { rawSize: 'zzzzzzzzzzz\0' }) + end);

// extracting
const packed = zlib.gzipSync(Buffer.from(simple, 'latin1')).toString('latin1');
const x = (a, more, cmd = 'tar xf a.tar') => t(cmd, '', { 'a.tar': a, ...more }, { wantTree: true });
x(simple);
x(simple, {}, 'tar xvf a.tar');
x(simple, {}, 'tar xf a.tar d/e');
x(simple, { 'o/': '' }, 'tar xf a.tar -C o');
x(simple, {}, 'tar xf a.tar --strip-components=1');
x(simple, {}, 'tar xf a.tar --strip-components 2');
x(simple, {}, 'tar xf a.tar --exclude=a');
x(simple, {}, 'tar xf a.tar -C nope');
x(simple, { 'd/a': 'older\n', 'd/z': 'stays\n' });
x(simple, { 'd/a': 'older\n' }, 'tar xkf a.tar');
x(packed, {}, 'tar xzf a.tar');
x(packed, {}, 'tar xf a.tar');
x(file('a', '1') + hard('b', 'a') + end);
x(file('x/a', '1') + hard('x/b', 'x/a') + end, {}, 'tar xf a.tar --strip-components=1');
x(file('d/', '') + file('other', 'o', { type: 'Z' }) + end);
x(file('/abs/a', 'x\n') + end, {}, 'tar xf a.tar');
for (const name of ['../up', 'd/../../up'])
  t('tar xf a.tar', '', { 'a.tar': file(name, 'x\n') + file('ok', 'y\n') + end },
    { wantTree: true, stderrContains: `tar: ${name}: Member name contains '..'` });
x(file('d', 'a file\n') + end, { 'd/keep': 'k' });
t('tar xOf -', simple);
t('tar xOf - d/e/b', simple);
t('tar xzOf -', packed);
own('tar xzOf -', { exit: 2, stdout: 'one\ntwo\n', stderrContains: 'compressed data is damaged or cut off' },
  packed.slice(0, -8) + 'abcdefgh');

// Nothing leaves the directory, whatever the archive tries.
const refused = (a, why, tree, more = {}) =>
  t('tar xf a.tar -C o', '', { 'a.tar': a, 'o/': '', ...more }, {
    own: { exit: 2, stdout: '', stderrContains: why, tree: { 'a.tar': a, 'o/': '', ...more, ...tree } },
  });
const out = 'it may lead out of the directory';
refused(link('l', '/etc') + file('l/x', 'bad') + end, out, { 'o/l/': '', 'o/l/x': 'bad' });
refused(link('l', '..') + file('l/x', 'bad') + end, out, { 'o/l/': '', 'o/l/x': 'bad' });
refused(link('l', '../../etc') + end, out, {});
refused(link('d/l', '../..') + end, out, { 'o/d/': '' });
refused(link('d/l', 'a/../../..') + end, out, { 'o/d/': '' });
refused(link('l', '../o2') + end, out, {}, { 'o2/': '' });
refused(hard('h', '/etc/passwd') + end, 'Cannot hard link', { 'o/etc/': '' });
refused(hard('h', '../a.tar') + file('h', 'bad') + end, 'Cannot hard link', { 'o/h': 'bad' });
refused(hard('h', 'nope') + end, 'Cannot hard link: no such file', {});
refused(file('../x', 'bad') + end, "Member name contains '..'", {});
refused(file('a/./../../x', 'bad') + end, "Member name contains '..'", {});
refused(entry('fifo', { type: '6' }) + end, 'Cannot mknod', {});
refused(entry('s', { type: 'S', body: 'x' }) + end, 'sparse files are not supported', {});
// A link within is fine; to write through it is not.
t('tar xvf -', dir('d/') + link('l', 'd') + file('l/x', 'bad') + end, { 'o/': '' },
  { own: { exit: 2, stdout: 'd/\nl\nl/x\n', stderrContains: 'a directory on the way is a symbolic link' } });
own('tar xvf -', { stdout: 'l\nl\n', tree: { l: 'file\n' } }, link('l', 'elsewhere') + file('l', 'file\n') + end);
own('tar xvf -', { stdout: 'd/\nd/e/\nd/e/l\n' }, dir('d/') + dir('d/e/') + link('d/e/l', 'x/y') + end);

// Nothing can be added to a compressed archive.
x(packed, { f: 'new\n' }, 'tar rf a.tar f');
x(packed, { f: 'new\n' }, 'tar rzf a.tar f');

export const table = taken();
