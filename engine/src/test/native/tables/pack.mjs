// gzip, gunzip and zcat.
import zlib from 'node:zlib';
import { own, t, taken, tree } from '../cases.mjs';

const latin = b => b.toString('latin1');
const gz = (s, o) => latin(zlib.gzipSync(Buffer.from(s, 'latin1'), o));
const hello = 'hello hello hello hello\n';
const mixed = Array.from({ length: 900 }, (_, i) => `${(i * 7919) % 997} row ${i % 13} ${'xyz'.repeat(i % 17)}\n`).join('');
const noise = Array.from({ length: 3000 }, (_, i) => String.fromCharCode(((i * 2654435761) >>> 13) & 255)).join('');
const long = 'a'.repeat(70000) + mixed + 'b'.repeat(40000);
// header: flags, fields behind the ten bytes of the fixed part
const member = (flags, fields, s) => '\x1f\x8b\x08' + String.fromCharCode(flags) + '\0\0\0\0\0\x03' + fields + gz(s).slice(10);

// What gzip writes for short input has one good form.
for (const s of ['', 'a', 'hello', hello, 'abcabcabcabc', 'a'.repeat(300), '\0\0\0\0'])
  t('gzip -nc', s);
t('gzip -n1c', hello);
t('gzip -n9c', hello);
for (const level of [1, 6, 9])
  for (const s of ['', hello, mixed, noise, long]) t('zcat', gz(s, { level }));
t('gunzip', gz(mixed, { level: 0 }));
t('gunzip', gz(mixed, { strategy: zlib.constants.Z_HUFFMAN_ONLY }));
t('gunzip', gz(mixed, { strategy: zlib.constants.Z_FIXED }));
t('gunzip', gz(mixed, { strategy: zlib.constants.Z_RLE }));
t('gzip -dc', gz('one\n') + gz('two\n'));
t('gzip -dc', gz('one\n') + gz('') + gz('two\n') + '\0\0\0\0');
t('gzip -dc', gz('one\n') + 'garbage', null, { stderrContains: 'decompression OK, trailing garbage ignored' });
t('gzip -dcq', gz('one\n') + 'garbage');
t('gzip -dc', gz('one\n') + gz('two\n').slice(0, -3), null, { stderrContains: 'gzip: stdin: unexpected end of file' });
t('gzip -dc', member(8, 'name\0', hello));
t('gzip -dc', member(4, '\x03\0abc', hello));
t('gzip -dc', member(28, '\x03\0abcname\0comment\0', hello));

// damaged
const cut = (s, n) => s.slice(0, n);
const flip = (s, i) => s.slice(0, i) + String.fromCharCode(s.charCodeAt(i) ^ 0x55) + s.slice(i + 1);
const packed = gz(hello);
for (const n of [0, 1, 5, 10, 11, 15, packed.length - 8, packed.length - 4, packed.length - 1])
  t('gunzip', cut(packed, n), null, { stderrContains: 'gzip: stdin: unexpected end of file' });
t('gunzip', flip(packed, packed.length - 6), null, { stderrContains: 'invalid compressed data--crc error' });
t('gunzip', flip(packed, packed.length - 2), null, { stderrContains: 'invalid compressed data--length error' });
t('gunzip', 'plain text\n', null, { stderrContains: 'gzip: stdin: not in gzip format' });
own('gunzip', { exit: 1, stderrContains: 'gzip: stdin: unknown method -- not supported' }, '\x1f\x8b\x07' + packed.slice(3));
own('gunzip', { exit: 1, stderrContains: 'has unknown flags' }, '\x1f\x8b\x08\x80' + packed.slice(4));
// block type 3; a length that is no code; a distance before the beginning
for (const [bad, stdout] of [['\x07', ''], ['\x05\xff\xff\xff\xff\xff\xff', ''], ['\x63\x04\x42\x00', '\x01']])
  own('gunzip', { exit: 1, stdout, stderrContains: 'invalid compressed data--format violated' },
    '\x1f\x8b\x08\0\0\0\0\0\0\x03' + bad + '\0'.repeat(40));
t('zcat -f', 'plain text\n');
t('gzip -cdf', '');

// files
const files = { a: hello, 'b.gz': gz('text of b\n'), 'c.tgz': gz('no archive\n'), 'd/': '', 'e.q': gz('e\n') };
tree('gunzip b.gz', files);
tree('gunzip -k b', files);
tree('gunzip c.tgz', files);
tree('gunzip -S .q e.q', files);
tree('gunzip -v b.gz', files);
tree('gzip -c b.gz a -d', { ...files, a: gz(hello) });
tree('gunzip a', files);
tree('gunzip d', files);
tree('gunzip nope', files);
tree('gunzip b.gz', { ...files, b: 'old' });
tree('gunzip -f b.gz', { ...files, b: 'old' });
tree('gunzip x.gz', { 'x.gz': cut(packed, 20) });
t('gunzip -N x.gz', '', { 'x.gz': member(8, 'dir/named\0', hello) }, { wantTree: true });
t('gunzip -N x.gz', '', { 'x.gz': member(8, '..\0', hello) }, { own: { exit: 0, stdout: '', tree: { x: hello } } });
tree('gzip -n a', { a: hello });
tree('gzip -nk a', { a: hello });
tree('gzip -nkS .z a', { a: hello });
tree('gzip -nv a', { a: hello });
tree('gzip a.gz', { 'a.gz': packed });
tree('gzip nope', {});
tree('gzip d', files);
tree('gzip -n a', { a: hello, 'a.gz': 'old' });
tree('gzip -nf a', { a: hello, 'a.gz': 'old' });
t('gzip -nc a a', '', { a: hello });
t('gzip -c a', '', { a: hello }, { mtimes: { a: 1000000000 } });
t('gzip -t b.gz', '', files);
t('gzip -tv b.gz', '', files);
t('gzip -t a', '', files);
t('gzip -l b.gz', '', files);
t('gzip -l b.gz c.tgz', '', files);
t('gzip -ql b.gz c.tgz', '', files);
t('gzip -l', packed);
t('gzip -lv b.gz', '', files, { mtimes: { 'b.gz': 1000000000 } });
own('gzip -l', { stdout: '         compressed        uncompressed  ratio uncompressed_name\n                 48                   8 -50.0% stdout\n' },
  gz('one\n') + gz('two\n'));
t(['gzip', '-S', '', 'x'], '', {});
t('gzip --nope', '', null, { stderrContains: "gzip: unrecognized option '--nope'" });

t('gunzip -Nf x.gz', '', { 'x.gz': member(8, 'x.gz\0', hello) }, { own: { exit: 2, stdout: '',
  stderrContains: 'x.gz: holds a file of its own name -- ignored', tree: { 'x.gz': member(8, 'x.gz\0', hello) } } });

export const table = taken();
