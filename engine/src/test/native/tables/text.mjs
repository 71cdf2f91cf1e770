// Digests, column, envsubst, split.
import { t, taken, tree } from '../cases.mjs';

const texts = ['', 'abc', 'x'.repeat(55), 'x'.repeat(56), 'x'.repeat(64), 'x'.repeat(111), 'x'.repeat(112),
  'x'.repeat(127), 'x'.repeat(128), 'xyz'.repeat(4000)];
for (const cmd of ['sha1sum', 'sha512sum']) {
  for (const s of texts) t(cmd, s);
  t(`${cmd} a b nope`, '', { a: '1\n', b: '' });
  t(`${cmd} --tag a`, '', { a: '1\n' });
  t(`${cmd} -b a`, '', { a: '1\n' });
  t(`${cmd} -z a`, '', { a: '1\n' });
}
const one = { sha1sum: 'e5fa44f2b31c1fb553b6021e7360d07d5d91ff5e',
  sha512sum: '3abb6677af34ac57c0ca5828fd94f9d886c26ce59a8ce60ecf6778079423dccff1d6f19cb655805d56098e6d38a1a710dee59523eed7511e5a9e4b8ccb3a4686' };
for (const [cmd, sum] of Object.entries(one)) {
  const files = { a: '1\n', b: '2\n', ok: `${sum}  a\n`, bad: `${sum}  b\n${sum} *a\n`, odd: `${sum}  nope\nrubbish\n`,
    tag: `${cmd === 'sha1sum' ? 'SHA1' : 'SHA512'} (a) = ${sum}\n`, other: `MD5 (a) = ${sum.slice(0, 32)}\n` };
  for (const a of ['ok', 'bad', 'odd', 'tag', 'other', '--quiet ok bad', '--status bad', '--ignore-missing odd', '-w odd', '--strict ok odd'])
    t(`${cmd} -c ${a}`, '', files);
}

// column
const rows = 'a bb c\nddd e\n\n  f g  h i\n';
const colons = 'a:bb::c\nddd:e\n:x\n';
const words = Array.from({ length: 21 }, (_, i) => 'w'.repeat((i * 7) % 11 + 1)).join('\n') + '\n';
for (const a of ['-t', '-t -s:', "-t -o '|'", '-t -N A,B,C,D', '-t -N A,B,C,D,E', '-t -N A,B,C,D -d', '-t -R 1,2', '-t -N A,B,C,D -R B,D', '-t -l 2',
  '-t -N A,B,C,D -H B', '-t -H 1,3', '-t -N A,B,C,D -O C,A', '-tL', '', '-c 20', '-x', '-c 3', "-t -o ''"])
  t(`column ${a}`, rows);
for (const a of ['-t -s:', "-t -s: -o '|'", '-t -s: -N x,y,z', '-t -s: -R 2', '-t -s :b']) t(`column ${a}`, colons);
for (const a of ['', '-c 40', '-x -c 40', '-x', '-c 10', '-c 200', '-c 24']) t(`column ${a}`, words);
t('column -t', '');
t('column', '');
t('column -t f', 'x y\n', { f: 'long-word z\n' });
t('column -t', 'no newline');
t('column -t -R 9', rows, null, { own: { exit: 1, stdout: '', stderrContains: "undefined column name '9'" } });
t('column -N A', rows, null, { stderrContains: 'option --table required for all --table-*' });
t('column -c x', rows, null, { own: { exit: 1, stdout: '', stderrContains: "invalid columns argument: 'x'" } });
t('column nope', '', {}, { own: { exit: 1, stdout: '', stderrContains: 'nope: No such file or directory' } });

// envsubst
const env = { A: '1', B: 'two words', _x: 'u', EMPTY: '' };
const tpl = 'a $A ${B} $ {C ${D $E- ${F:-x} $$A \\$A $1 ${1} $_x$EMPTY.\n${A}${A}$A$B\n$\n${}\n$AB$';
for (const a of ['', "'$A'", "'${B} and $A'", "'$A$B'", "'none'", "''"]) t(`envsubst ${a}`, tpl, null, { env });
for (const a of ["-v 'x $A ${B}y $A ${'", "-v ''", '-v', 'a b', '--variables $A']) t(`envsubst ${a}`, '', null, { env });

// split
const lines = n => Array.from({ length: n }, (_, i) => `line ${i + 1}\n`).join('');
const files = { f: '0123456789', g: lines(20), h: 'long line here and more\nb\nc\n', e: '' };
for (const a of ['-n 4 f', '-n 3 g', '-n 12 f', '-e -n 12 f', '-n l/4 g', '-n l/3 h', '-e -n l/3 h', '-n l/2 e', '-n r/3 g', '-n r/3 e',
  '-n 1/4 f', '-n 4/4 f', '-n l/1/4 g', '-n l/2/4 g', '-n l/4/4 g', '-n r/2/3 g', '-n 5/4 f', '-n 0 f', '-n l/0 f', '-n x/4 f', '-n 0/4 f',
  '-C 5 h', '-C 30 g', '-C 7 g', '-C 1 f', '-l 7 g', '-b 100 g', '-d -l 7 g', '-x -l 1 g', '--numeric-suffixes=5 -l 7 g',
  '-a 3 -l 10 g', '-a 1 -d -b 1 f', '-a 1 -l 1 g y', '-t e -l 3 g', "-t '\\0' -l 1 g", '-l 0 g', '-b x g', '-l 2 -n 2 g', '-t xx g', '-a x g',
  '--verbose -l 15 g', '--additional-suffix=.txt -l 15 g', '-n 30 f', '-d -n 11 f'])
  tree(`split ${a}`, files);
tree('split -l 1', {}, lines(30));
tree('split -d -b 1', {}, 'z'.repeat(95));

// numbers at the end of their range
t('column -c 34359738368', 'x\n', null, { own: { exit: 1, stdout: '', stderrContains: "invalid columns argument: '34359738368'" } });
t('column -t -O 3,1', 'a b c\n');
t('shuf -i 18446744073709551615-18446744073709551615', '');
for (const cmd of ['head -c', 'tail -c', 'split -b', 'truncate f -s'])
  t(`${cmd} 36028797018963968b`, 'abc', {}, { own: { exit: 1, stdout: '', stderrContains: '36028797018963968b', tree: {} } });
for (const cmd of ['md5sum', 'sha256sum']) for (const s of texts) t(cmd, s);

export const table = taken().map(c => {
  if (c.argv[0] === 'split' && c.argv.some(a => /^(0|5|l.0|0.4|5.4|x|x.4)$/.test(a))) return { ...c, skipStderr: true };
  return c;
});
