// The cases of the first built-in commands.
import { own, t, taken, tree } from '../cases.mjs';

const nul = 'a\0b\nc\0\n\xff\xfe\nlast';
const fruit = 'apple 3\nbanana 10\ncherry 2\nApple 1\n\nfig 10\n';
const lines = n => Array.from({ length: n }, (_, i) => `line ${i + 1}\n`).join('');
const all = Array.from({ length: 256 }, (_, i) => String.fromCharCode(i)).join('');
const big = Array.from({ length: 250 }, (_, i) => `${(i * 7919) % 6007} row ${i % 13} ${'x'.repeat(i % 40)}\n`).join('');

// upper
own('upper', { stdout: 'HELLO, WORLD 42\n' }, 'Hello, World 42\n');
own('upper', { stdout: '' }, '');
own('upper', { stdout: all.replace(/[a-z]/g, c => c.toUpperCase()) }, all);
own('upper', { stdout: big.toUpperCase() }, big);
own('upper x', { exit: 1, stderrContains: "upper: extra operand 'x'" });
own('upper -q', { exit: 1, stderrContains: "upper: invalid option -- 'q'" });

// grep
for (const a of ['a', '-i APPLE', '-v a', '-c a', '-n an', "-o 'an*'", '-w fig', '-x fig', "-x 'fig 10'",
  '-q a', '-q zz', 'zz', '-l a', '-L a', '-L zz', '-m 2 a', '-m 0 a', '-vn 1', '-nb a', '-ob a', '-on a',
  "-E '^(a|b)'", "'^[[:upper:]]'", "'[0-9]$'", "-E '[0-9]{2}'", "'[0-9]\\{2\\}'", "-E 'a.*e|fig'", "'a\\|f'",
  "-e apple -e fig", "-F 'a.'", "-F -e 1 -e ban", "-Fi APPLE", "-Fx 'fig 10'", "-Fw ban", "''", "-v ''", "-c ''",
  "-n '^$'", "-H a", "-h a", "-Hn fig", "-Hc a", "-E 'an+a'", "-E '(an){2}'", "'\\<b'", "'y\\>'", "-w a", "-o '\\w*'",
  "-o '[a-z]*'", "-oi 'a'", "-E 'x?y'", "-E '^$|3'", "'p\\{2\\}'", "-E '[^a-z ]+$' -o", "-A1 cherry", "-B1 cherry",
  "-C1 -n cherry", "-1 cherry", "-A1 -c cherry", "-nA1 p", "-B2 fig", "-vA1 a", "--ignore-case --count APPLE",
  "--regexp=fig", "--max-count=1 a", "--color=never fig", "-E 'b|bananas?' -o", "-E '()'", "-E 'a|'",
  "'*a'", "'a*'", "-E 'a{,2}p' -o", "'\\(a\\)p' -o", "-s a", "-E '\\bfig\\b'", "-E '\\Bi\\B' -o", "-E 'a\\.|3'",
  "'[]x]'", "'[^]a-z]' -c", "'[a-]'", "'[[:space:]]1'", "-E '\\s1'", "-E '\\S+' -o", "-E '(a)(p)\\2l'", "'\\(.\\)\\1'",
  "-E '(an)\\1'", "-i -E '(A)P'", "-y APPLE", "-nv ''", "-m1 -A1 a", "-c -m2 a", "-c -v a", "-lv a", "-oE 'p+|le'"])
  t(`grep ${a}`, fruit);
t('grep a f1 f2', '', { f1: 'xa\n', f2: 'b\na\n' });
t('grep -c a f1 f2', '', { f1: 'xa\n', f2: 'b\n' });
t('grep -l a f1 f2', '', { f1: 'xa\n', f2: 'b\n' });
t('grep -h a f1 f2', '', { f1: 'xa\n', f2: 'b\na\n' });
t('grep -n a f1 - ', 'a\n', { f1: 'xa\n' });
t('grep -r a d', '', { 'd/x': 'a\nb\n', });
t('grep -rn a', '', { 'd/x': 'b\na\n' });
t('grep -rl a d', '', { 'd/x': 'a\n' });
t('grep -r --include=*.c a d', '', { 'd/x.c': 'a\n', 'd/y.h': 'a\n' });
t('grep -r --exclude=*.c a d', '', { 'd/x.c': 'a\n', 'd/y.h': 'a\n' });
t('grep -r --exclude-dir=e a d', '', { 'd/x.c': 'a\n', 'd/e/y': 'a\n' });
t('grep a nope', '', {});
t('grep -s a nope', '', {});
t('grep a nope f1', '', { f1: 'a\n' });
t('grep -q a nope f1', '', { f1: 'a\n' });
t('grep a d', '', { 'd/': '' });
t('grep', '', null, { stderrContains: '--help', skipStderr: true });
t('grep -k a', 'a');
t("grep 'a\\('", 'a');
t("grep -E 'a('", 'a');
t("grep -E 'a)'", 'a');
t("grep '[a'", 'a');
t("grep '[[:foo:]]'", 'a');
t("grep 'a\\'", 'a');
t("grep '[b-a]'", 'a');
t("grep 'a\\{2,1\\}'", 'a');
t("grep '\\1'", 'a');
t('grep -m x a', 'a');
t('grep -A x a', 'a');
t('grep -a b', nul);
t('grep -ac .', nul);
t("grep -ao '[^a]*'", nul);
t("grep -a $'\\u00ff'", nul);
t('grep -av c', nul);
t('grep -c x', '');
t('grep -c x', big);
t('grep -n 599', big);
t("grep -E '^[0-9]+ row (3|7) x{20,25}$'", big);
t('grep -vc row', big);
t("grep -oE 'x{30,}'", big);
t('grep -f p', 'abc\nxyz\n', { p: 'b\nq\n' });
t('grep -f p', 'abc\nxyz\n', { p: '' });
t('grep -vf p', 'abc\nxyz\n', { p: '' });
t('grep -c -E (a*)*b', 'a'.repeat(3000) + '\n' + 'a'.repeat(3000) + 'b\n');
t(['grep', '-cE', '(x+x+)+y'], 'x'.repeat(5000) + '\n');
t(['grep', '-o', 'a*b'], 'a'.repeat(20000) + '\n' + 'a'.repeat(2000) + 'b\n');
t(['grep', 'a\nfig'], fruit);

// echo
for (const a of ['', 'hi', 'a b  c', '-n x', "-e 'a\\tb\\n'", "-e 'x\\cy' z", "-e '\\0101\\x42\\\\'", "-E 'a\\tb'", '-nn x',
  '-ne x\\n', '-x', '-- a', '- a', '-nx a', "-e '\\1'", "-e 'a\\'", "-e '\\q'", "''", '-e -n a'])
  t(`echo ${a}`);
// printf
for (const a of ["'%s\\n' a b c", "'%d\\n' 5 -3 010 0x1f", "'%5d|%-5d|%05d|%+d\\n' 42 42 42 42", "'%x %X %o %u\\n' 255 255 8 7",
  "'%c%c\\n' abc def", "'%f\\n' 3.14159", "'%.2f %.0f %.3e\\n' 2.675 2.5 12345.678", "'%g %g %g\\n' 0.0001 100000 1e10",
  "'%b' 'a\\tb\\n'", "'%b' 'x\\cy' z", "'%%\\n'", "'%s %d\\n' x", "'\\101\\x42\\n'", "'%d\\n' abc", "'%d\\n' 5x", "'%s'", "hi",
  "'%5s|%-5s|%.2s\\n' abc abc abc", "'%*d|%.*s\\n' 6 42 2 xyz", "'%e\\n' 0", "'%G\\n' 1e-10", "'%a'",
  "'%#x %#o\\n' 255 8", "'%08.3f|\\n' -3.14159", "'% d\\n' 7", "'%i\\n' 9223372036854775807", "'%d\\n' 9223372036854775808",
  "'%u\\n' -1", "'%.20f\\n' 0.1", "'%.3d\\n' 7", "'%q\\n' 'a b'", "'a\\cb'", "'%y' x", "'%f %f\\n' inf nan", "'%s %s\\n' a b c",
  "'\\\\n'", "'%.10g\\n' 1234567.891", "'%g\\n' 123456789", "'%e %E\\n' 1.5 1.5", "'%5.1f|\\n' 9.96", "'%#g\\n' 1", "'%.0e\\n' 15",
  "'%f\\n' 1e300", "'%.40g\\n' 1e-300", "'%s\\n' ''", "'%d %s\\n' 1 a 2 b"])
  if (!a.startsWith("'%a'")) t(`printf ${a}`);
t(['printf', '%d %x\\n', "'A", '"B']);
t('printf');
// seq
for (const a of ['5', '2 5', '1 2 9', '5 1', '5 -1 1', '-w 8 11', '-s , 4', '0 0.1 0.5', '-w 0 0.25 1', '1 0.3 2', '-2 2', '-w -1 1',
  '-f %05.1f 3', '-f x%gy 2', '1 0 5', 'abc', '', '1 2 3 4', '-s $\'\\n-\' 3', '1e1', '0.5 3', '10 -2.5 0', '1 1.0 3', '100000 100003',
  '--separator=: 3', '-f %d 3', '3 1.5 7.2', '-w 5 1e2', '1 2 2', '-1', '2.0', '.5 1', '5 5'])
  t(`seq ${a}`);
// head, tail
for (const a of ['', '-n 3', '-n -3', '-c 10', '-c -10', '-5', '-n 0', '-n 100', '-qn1', '-v -n 1', '-c 1k', '-n x', '-c -0', '-z -n 1', '--lines=2', '-n -0'])
  t(`head ${a}`, lines(15));
for (const a of ['', '-n 3', '-n +3', '-c 10', '-c +10', '-5', '+5', '-n 0', '-n 100', '-n +0', '-qn1', '-v -n 1', '-n x', '-c +0', '--bytes=4', '-n +100', '-c 100000'])
  t(`tail ${a}`, lines(15));
for (const cmd of ['head', 'tail']) {
  t(`${cmd} -n 1 a b`, '', { a: '1\n2\n', b: '3\n4\n' });
  t(`${cmd} -q -n 1 a b`, '', { a: '1\n2\n', b: '3\n4\n' });
  t(`${cmd} -n 1 a nope b`, '', { a: '1\n2\n', b: '3\n4' });
  t(`${cmd} -n 2`, nul);
  t(`${cmd} -c 3`, nul);
  t(`${cmd} -n 4`, big);
  t(`${cmd} -c 70000`, big);
  t(`${cmd} -n 5`, '');
  t(`${cmd} d`, '', { 'd/': '' });
  t(`${cmd} -n 1`, 'no newline');
}
t('tail -n +240', big);
t('head -n -240', big);
// wc
for (const a of ['', '-l', '-w', '-c', '-m', '-L', '-lw', '-lwcL']) { t(`wc ${a}`, fruit); t(`wc ${a}`, nul); }
t('wc a b', '', { a: 'x y\n', b: '1\n2\n3' });
t('wc -l a b', '', { a: 'x y\n', b: '1\n2\n3' });
t('wc a nope', '', { a: 'x y\n' });
t('wc', big);
t('wc big', '', { big });
t('wc -', 'a b\n');
t('wc', '');
t('wc -L', 'a\tb\n\tabc\n');
t('wc d', '', { 'd/': '' });
t('wc -q', '');
// cat, tac, rev, tee
for (const a of ['', '-n', '-b', '-s', '-A', '-E', '-T', '-v', '-ns', '-bE', '-et', '-nbs'])
  t(`cat ${a}`, 'one\n\n\n\ttwo\n\x01\x7f\x80\xff\n\nend');
t('cat a - b', 'in\n', { a: '1\n', b: '2' });
t('cat nope', '', {});
t('cat a nope b', '', { a: '1\n', b: '2\n' });
t('cat d', '', { 'd/': '' });
t('cat', big);
t('cat -n', big);
t('cat', all);
t('cat -n a b', '', { a: 'x', b: 'y\nz\n' });
t('cat -q', '');
t('cat --bogus', '');
for (const s of ['1\n2\n3\n', '1\n2\n3', '', '\n\n', 'x', nul]) t('tac', s);
t('tac a b', '', { a: '1\n2\n', b: '3\n4' });
t('tac nope', '', {}, { stderrContains: 'No such file or directory' });
t('tac -s , ', 'a,b,c,');
t('tac -b', '1\n2\n3\n');
t('rev', 'abc\n\nxyz');
tree('tee a b', {}, 'hi\n');
tree('tee -a a', { a: 'x' }, 'hi\n');
t('tee d/x', 'hi\n', {}, { stderrContains: "No such file or directory" });
// nl
for (const a of ['', '-ba', '-bn', '-w3', '-s:', '-v10', '-i5', '-nln', '-nrz', '-bp^a', '-ba -l2', '-ba -v-1'])
  t(`nl ${a}`, 'a\n\nb\n\n\nab\n\\:\\:\nc\n');
t('nl -b x', '');
// basename, dirname
for (const a of ['/a/b/c', 'c', '/', '//', 'a/', 'a/b/', 'x.c .c', '.c .c', '-a a/b c/d', '-s .c a.c b/d.c', "''", '-z a/b'])
  t(`basename ${a}`);
t('basename'); t('basename a b c');
for (const a of ['/a/b/c', 'c', '/', '//', 'a/', 'a/b/', '/a', 'a//b', 'x y/z', "''"]) t(`dirname ${a}`);
t('dirname');
// tr
for (const a of ['a-z A-Z', '-d aeiou', '-s a-z', '-cd a-z', "-d '[:space:]'", "'[:lower:]' '[:upper:]'", "-s ' '", "-cs a-z $'\\n'",
  "'\\141' x", "a-c 'x*'", "abc '[x*]'", "abc '[x*2]y'", '-t abcd xy', 'abcd xy', "'\\n' ' '", "-ds a p", "-s ab xy", "'[=a=]' X", "-c a-z .", "a-z '\\\\'"])
  t(`tr ${a}`, 'hello  apple aabb\ncab\n');
t('tr'); t('tr a'); t('tr -d a b'); t('tr z-a x', '', null); t("tr '[:foo:]' x", ''); t("tr a ''", '');
t("tr '\\000-\\177' x", nul); t("tr -d '\\000'", nul); t("tr '\\200-\\377' y", all); t('tr a-z b-za', big);
// sort
const nums = '10\n9\n-3\n2.5\n+4\n 7\nx\n\n0\n-0\n2.50\n1e2\n';
for (const a of ['', '-r', '-n', '-rn', '-u', '-nu', '-f', '-g', '-gr', '-b', '-d', '-s', '-ns', '-fu', '-V', '-h', '-i', '-M'])
  { t(`sort ${a}`, nums); t(`sort ${a}`, fruit); }
const table2 = 'b:10:x\na:9:y\nc:10:w\na:10:z\nb:1:v\n';
for (const a of ['-t: -k2', '-t: -k2n', '-t: -k2,2n', '-t: -k2,2n -k1,1r', '-t: -k1,1 -s', '-t: -k1.1,1.1 -k3r', '-t: -k3', '-t: -k2,2nr -k3,3',
  '-t: -k1,1 -u', '-t: -k2.2', '-t: -k1,1r -k2,2n', '-t: -n -k2', '-t: -k4', '-t: -k2,1'])
  t(`sort ${a}`, table2);
for (const a of ['-k2', '-k2n', '-k1,1', '-k2b', '-k2,2', '-k2.2', '-bk2', '-k2.1b,2.2'])
  t(`sort ${a}`, 'x  b 1\ny a 3\nz   b 0\nw\ta 2\n  v c 9\n');
t('sort -h', '2K\n1G\n3M\n10\n1K\n-1K\n0\n900\n1.5K\n');
t('sort -M', 'mar\nJan\nfoo\nDEC\nfeb\n');
t('sort -V', 'v1.10\nv1.9\nv1.2.1\nfile-2.tar.gz\nfile-10.tar.gz\na~\na\n1.0\n1.0.1\n');
t('sort -g', '1e3\n5\n-inf\nnan\n0x10\n1e-3\nabc\n');
t('sort -c', 'a\nb\n'); t('sort -c', 'b\na\n'); t('sort -C', 'b\na\n'); t('sort -cu', 'a\na\n'); t('sort -c f', '', { f: '1\n3\n2\n' });
t('sort -z', 'b\0a\nx\0c'); t('sort', nul); t('sort', 'b\na'); t('sort', ''); t('sort', big); t('sort -n', big); t('sort -k3n -k1,1rn', big);
t('sort -k4 -r', big); t('sort -rsn', big); t('sort -u -k3,3', big);
t('sort a b', '', { a: 'z\nc\n', b: 'b' }); t('sort -m a b', '', { a: 'a\nc\n', b: 'b\n' });
tree('sort -o f f', { f: 'b\na\n' }); t('sort nope', ''); t('sort -k 0', ''); t('sort -k 1x', ''); t('sort -t ab', ''); t('sort -q', ''); t('sort d', '', { 'd/': '' });
t('sort -k 1.0', ''); t('sort -d -f', 'b-a\nB a\n!b\n');
// uniq
const dup = 'a\na\nb\nA\nc\nc\nc\nd';
for (const a of ['', '-c', '-d', '-u', '-i', '-ci', '-D', '-w1', '-f1', '-s1', '-cd', '-du']) t(`uniq ${a}`, dup);
t('uniq -f1', 'x a\ny a\nz b\n'); t('uniq -s2 -w2', '11ab\n22abc\n33b\n'); t('uniq', nul); t('uniq', ''); t('uniq -z', 'a\0a\0b'); tree('uniq f g', { f: 'a\na\n' }); t('uniq nope', '');
t('uniq -f x', ''); t('uniq a b c', '');
// cut
const csv = 'a,b,c\n1,2,3,4\nnone\n,x,\n';
for (const a of ['-d, -f2', '-d, -f1,3', '-d, -f2-', '-d, -f-2', '-d, -f2 -s', '-b1-3', '-c2,4', '-d, -f1,2 --output-delimiter=:', '--complement -d, -f2',
  '-b2-', '-c1,3 --output-delimiter=_', '-d, -f3,1', '-d, -f1-2,2-3', '-f1', '-d, -f5', '--complement -b1', '-b1,2-3', "-d '' -f1", '-d, -f1- --output-delimiter=;'])
  t(`cut ${a}`, csv);
t('cut', ''); t('cut -f0', ''); t('cut -f2-1', ''); t('cut -f x', ''); t('cut -b1 -f1', ''); t('cut -d ab -f1', ''); t('cut -s -b1', ''); t('cut -b1 -d,', '');
t("cut -d ' ' -f1,3", big); t('cut -b2', nul); t('cut -f1 nope', ''); t('cut -z -b1', 'ab\0cd\0'); t('cut -f -', '');
// paste
t('paste a b', '', { a: '1\n2\n3\n', b: 'x\ny\n' }); t('paste -d, a b', '', { a: '1\n2\n', b: 'x\ny\nz\n' }); t('paste -s a b', '', { a: '1\n2\n3\n', b: 'x\ny\n' });
t("paste -d ',:' - - -", '1\n2\n3\n4\n'); t('paste - a', 'q\n', { a: '1\n2' }); t("paste -sd '+'", '1\n2\n3\n'); t("paste -d '\\n' a b", '', { a: '1\n', b: '2\n' });
t('paste nope', ''); t("paste -d '' a b", '', { a: '1\n', b: '2\n' }); t('paste a b c', '', { a: '1\n2\n3\n', b: '', c: 'z\n' }); t("paste -d ',\\0' a b c", '', { a: '1\n', b: '2\n', c: '3\n' });
t("paste -s -d ',;' a", '', { a: '1\n2\n3\n4\n' }); t("paste -s a", '', { a: '' });
// comm
const left = 'a\nb\nd\n', right = 'b\nc\nd\ne';
for (const a of ['', '-1', '-2', '-3', '-12', '-23', '-123', '--total', '--output-delimiter=,']) t(`comm ${a} l r`, '', { l: left, r: right });
t('comm l', ''); t('comm l r', '', { l: 'b\na\n', r: 'a\n' }, { skipStderr: true, stderrContains: 'comm: file 1 is not in sorted order' }); t('comm - r', left, { r: right }); t('comm l nope', '', { l: '' });
// fold, expand, unexpand
for (const a of ['', '-w10', '-w10 -s', '-b -w7', '-sw 5', '-3', '-w1']) t(`fold ${a}`, 'the quick brown fox jumps\n\tover the lazy dog\nshort\nxxxxxxxxxxxxxxxxxxxxxxxxxxx y');
t('fold -w 0', ''); t('fold -w x', '');
for (const a of ['', '-t4', '-i', '-t 2,5,9', '-i -t4']) t(`expand ${a}`, 'a\tb\n\tx y\tz\n  \tq\n');
for (const a of ['', '-a', '-t4', '--first-only -t4', '-a -t 3,6']) t(`unexpand ${a}`, '        x        y\n    a  b\n                q   r\n a \t b\n');
t('expand -t x', ''); t('expand -t 0', '');
// ls, find, du
const tree1 = { 'd/b.txt': 'bb', 'd/a': 'a', 'd/.h': '', 'd/sub/x': 'xyz', 'd/sub/deep/y': '', 'd/empty/': '' };
for (const a of ['d', '-a d', '-A d', '-r d', '-1 d', '-R d', '-d d', '-F d', '-S d', '-p d', 'd/a d', 'd/a d/b.txt', '-Sr d', '-FR d'])
  t(`ls ${a}`, '', tree1);
t('ls nope', ''); t('ls nope d', '', tree1); t('ls', '', { b: '', a: '', B: '' }); t('ls -t', '', { b: '', a: '', c: '' }, { mtimes: { b: 3e8, a: 1e8, c: 2e8 } });
t('ls -tr', '', { b: '', a: '', c: '' }, { mtimes: { b: 3e8, a: 1e8, c: 2e8 } }); t('ls -Q9', '', {}, { stderrContains: 'ls: ', skipStderr: true });
own('ls -l', { stdout: 'total 4\n-rw-r--r-- 1 guest guest 5 Jul  4  1979 f\n' }, '', { f: 'hello' }, { mtimes: { f: 299900000 } });
for (const a of ['d -type f', 'd -type d -empty', "d -name '*.txt'", 'd -maxdepth 1 -type d', 'd -name a -print', "d -iname 'A'", 'd -size -1', 'd -type f -size +0', 'd -type f -size 3c',
  "d -path '*sub*' -type f", "d -name sub -prune -o -type f -print", 'd -type f -not -name a', "d -type f ! -name '*.txt' -name 'b*'", 'd ( -name a -o -name x ) -print', 'd -name a -a -type f', 'd -type f -print0',
  'd -mindepth 2 -type f', "d -type f -printf '%p %s\\n'", 'd/a', 'd/a -type f', "d -name x -o -name y", "d -regex '.*/[xy]'"])
  t(`find ${a}`, '', tree1, { sorted: true });
t('find nope', ''); t('find d -bogus', '', tree1); t('find d -name', '', tree1, { stderrContains: "find: missing argument to `-name'", skipStderr: true }); t('find d -maxdepth x', '', tree1, { stderrContains: 'find: Expected a positive decimal integer argument to -maxdepth', skipStderr: true });
t('find -newer a', '', { a: '', b: '' }, { mtimes: { a: 2e8, b: 3e8, '.': 1e8 } });
own("find . -exec rm x", { exit: 1, stderrContains: 'can start no program' }); own('find . -delete', { exit: 1, stderrContains: 'refused' });
t('du -b d/a', '', tree1);
// date
for (const a of ['-d @0', "-u -d @1234567890 '+%Y-%m-%dT%H:%M:%SZ'", "-d 2024-02-29 '+%j %U %W %V %G %a %A %b %B'", "-d '2024-12-30 12:34:56' '+%F %T %s %I %p %P %y %C %e %k %l'", "-d 2021-01-01T05:06:07Z +%c",
  "-d '2024-03-10 + 1 day' +%F", "-d '2024-01-31 2 weeks ago' +%F", "-d 2024-05-05 -I", "-d '2024-05-05 10:00' -Iseconds", "-d '2024-05-05 10:00:01' -R", "-d '2000-01-01 00:00:00 +0200' '+%D %R %r %x %X %u %w %q'",
  "-d @1.5 '+%s.%N %3N'", "-d 2024-05-05 '+%-d %_d %05d %^a %n%t%%'", "-d bogus", "-d '' +x", "-d 2024-13-01", "-d @-1 +%F-%T", "-d '2023-01-01' '+%G-%V %g'", "-d '2020-12-31 23:59:59' '+%:z %z %Z %::z'", "-d '2024-05-05 1 month' +%F", "-d 20240505 +%F"])
  t(`date ${a}`);
t('date -r f +%s', '', { f: '' }, { mtimes: { f: 123456789 } }); t('date -s now', '', null, { own: { exit: 1, stdout: '', stderrContains: 'date: cannot set date' } }); t('date x'); t('date +a +b');
// sums, base64
for (const cmd of ['sha256sum', 'md5sum', 'cksum']) { for (const s of ['', 'abc', big, all, 'x'.repeat(55), 'x'.repeat(56), 'x'.repeat(64)]) t(cmd, s); t(`${cmd} a b`, '', { a: '1', b: '2' }); t(`${cmd} nope`, ''); if (cmd !== 'cksum') t(`${cmd} d`, '', { 'd/': '' }); }
const abc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
t('sha256sum -c l', '', { f: 'abc', l: `${abc}  f\n` }); t('sha256sum -c l', '', { f: 'abd', l: `${abc}  f\n` }); t('sha256sum -c l', '', { l: `${abc}  f\n` }); t('sha256sum -c l', '', { l: 'junk\n' });
t('sha256sum -c --quiet l', '', { f: 'abc', l: `${abc} *f\nbad line\n` }); t('sha256sum --tag f', '', { f: 'abc' }); t('sha256sum -b f', '', { f: 'abc' }); t('sha256sum -c --status l', '', { f: 'x', l: `${abc}  f\n` });
t('sha256sum -c --ignore-missing l', '', { f: 'abc', l: `${abc}  f\n${abc}  g\n` }); t('sha256sum --check l', '', { f: 'abc', l: `SHA256 (f) = ${abc}\n` });
for (const s of ['', 'a', 'ab', 'abc', all, 'x'.repeat(57), 'x'.repeat(58), big]) { t('base64', s); t('base64 -w0', s); }
t('base64 -w 10', 'hello world, this is'); t('base64 -d', 'aGVsbG8=\n'); t('base64 -d', 'aGVs\nbG8K\n'); t('base64 -d', 'a*b'); t('base64 -di', 'aG*Vs-bG8='); t('base64 -d', 'aGVsbG8'); t('base64 -w x', ''); t('base64 nope', ''); t('base64 -d', 'YQ=='); t('base64 -d', 'YQ==YQ==');
// true, false, test
t('true'); t('false'); t('true x y'); t('false x');
for (const a of ['', 'x', "''", '-n x', "-z ''", '-z x', 'a = a', 'a = b', 'a != b', 'a == a', '1 -eq 01', '1 -lt 2', '2 -le 1', '-1 -gt -2', '3 -ge 3', '1 -ne 1', '! x', "! ''", 'x -a y', "x -a ''", "'' -o y", '( x )', '! ( x )',
  '-f f', '-d f', '-d d', '-e nope', '-s f', '-s e', '-r f', '-w f', 'f -nt g', 'f -ot g', 'f -ef f', '-L f', '1 -eq a', 'a b', 'a -eq', '-f', '=', '! =', '( a = a -a b = b )', '-n a -a -z b -o c', '99999999999999999999 -gt 99999999999999999998', 'a b c', '-q x', "' 1' -eq 1", "'>' = a", '-n', '! -n', '-d d -a -f f', 'x -o', '( x'])
  t(`test ${a}`, '', { f: 'x', g: 'y', e: '', 'd/': '' }, { mtimes: { f: 2e8, g: 1e8 } });
own('test a < b', {}); own('test b < a', { exit: 1 }); t('[ a = a ]'); t('[ a = b ]'); t('[ a'); t('[ ]'); t('[ 1 -eq x ]');
// files
tree('mkdir a'); tree('mkdir -p a/b/c'); tree('mkdir a/b'); tree('mkdir a', { a: '' }); tree('mkdir -p a', { 'a/': '' }); tree('mkdir -v a b'); t('mkdir'); tree('mkdir -pv x/y');
tree('rmdir a', { 'a/': '' }); tree('rmdir a', { 'a/f': '' }); tree('rmdir -p a/b', { 'a/b/': '' }); t('rmdir nope'); t('rmdir f', '', { f: '' });
tree('rm f', { f: '', g: '' }); t('rm nope'); tree('rm -f nope f', { f: '' }); tree('rm d', { 'd/f': '' }); tree('rm -r d', { 'd/f': '', 'd/e/g': '', x: '' }); tree('rm -rf d nope', { 'd/f': '' }); t('rm'); tree('rm -v f', { f: '' }); tree('rm -d e', { 'e/': '' }); t('rm -r .', '', {}); tree('rm -- -f', { '-f': '' });
tree('cp a b', { a: '1' }); tree('cp a d', { a: '1', 'd/': '' }); tree('cp a b d', { a: '1', b: '2', 'd/': '' }); tree('cp -r d e', { 'd/x': '1', 'd/s/y': '2' }); tree('cp d e', { 'd/x': '1' }); t('cp nope b', '', {}); t('cp a'); tree('cp a a', { a: '1' }); tree('cp a b c', { a: '1', b: '2' }, null); tree('cp -v a b', { a: '1' }); tree('cp -n a b', { a: '1', b: '2' });
tree('cp -t d a b', { a: '1', b: '2', 'd/': '' }); tree('cp -r d e', { 'd/x': '1', 'e/': '' }); tree('cp -rT d e', { 'd/x': '1', 'e/': '' }); tree('cp a d', { a: '1', 'd/a/x': '' }); t('cp a nope/b', '', { a: '1' }); own('cp -r d d/e', { exit: 1, stderrContains: "cannot copy a directory, 'd', into itself, 'd/e'" }, '', { 'd/x': '1' });
tree('mv a b', { a: '1' }); tree('mv a d', { a: '1', 'd/': '' }); tree('mv d e', { 'd/x': '1' }); t('mv nope b', '', {}); tree('mv a b d', { a: '1', b: '2', 'd/': '' }); tree('mv -n a b', { a: '1', b: '2' }); tree('mv -v a b', { a: '1' }); tree('mv a a', { a: '1' }); t('mv a'); tree('mv d d/e', { 'd/x': '1' }); tree('mv -T a b', { a: '1', b: '2' });
tree('touch a b', { b: 'x' }); tree('touch -c a'); t('touch'); tree('touch -d 2020-01-01 a'); t('touch nope/a', '', {}); t('touch -d bogus a'); tree('touch -t 202001010000 a');
tree('truncate -s 3 f', { f: 'hello' }); tree('truncate -s +2 f', { f: 'a' }); tree('truncate -s 0 new'); tree('truncate -c -s 5 new'); t('truncate f', '', {}); t('truncate -s x f', '', {}); tree('truncate -s %4 f', { f: 'hello' });
t('stat -c %s f', '', { f: 'hello' }); t("stat -c '%n %F' f d e", '', { f: 'x', 'd/': '', e: '' }); t('stat nope', ''); t("stat --printf '%s\\n' f", '', { f: 'x' }); t('stat -c %Y f', '', { f: '' }, { mtimes: { f: 123456789 } });
t('readlink f', '', { f: '' }); t('readlink'); t('realpath nope/x', '', {}); t('realpath /', ''); t('realpath -m /a/../b/./c', '');
// env, sleep, help
t('env', '', null, { own: { exit: 0, stdout: 'A=1\nB=2\n' }, env: { A: '1', B: '2' } });
t('env -u A C=3', '', null, { own: { exit: 0, stdout: 'B=2\nC=3\n' }, env: { A: '1', B: '2' } });
t('env -i X=1', '', null, {}); own('env ls', { exit: 126, stderrContains: "cannot run 'ls'" });
t('sleep 0'); t('sleep 0.01s'); t('sleep'); t('sleep x');

// sed
const poem = 'one two\nthree four\n\nfive six\nseven\n';
for (const a of ["s/o/0/", "s/o/0/g", "s/o/0/2", "-n s/o/0/p", "-n p", "p", "-n 2p", "2d", "2,3d", "'$d'", "'$!d'", "-n '$='", "=", "/two/d", "/two/,/six/d", "'/^$/d'",
  "-n '/f/p'", "2q", "-n '2{p;q}'", "q3", "Q", "'s/\\(.*\\) \\(.*\\)/\\2 \\1/'", "-E 's/(\\w+) (\\w+)/\\2 \\1/'", "-r 's/[aeiou]+/<&>/g'", "'s/x*/-/g'", "'s/e*/-/2'", "'s/e*/-/3'",
  "y/aeo/AEO/", "'y/o\\n/0x/'", "'a\\\nhello'", "'a hello'", "'2i\\  two'", "'1c\\\nchanged'", "'2,3c\\\nchanged'", "'$a end'", "-e p -e d", "-n -e p -e p", "N;P;D", "'N;s/\\n/+/'", "'$!N;s/\\n/ /'",
  "'1!G;h;$!d'", "-n '1!G;h;$p'", "x", "'1h;1!H;$!d;x'", "n;d", "'0~2d'", "'1~2d'", "2,+1d", "2,~2d", "0,/one/d", "1,/one/d", "':a;s/o/0/;ta'", "':a;N;$!ba;s/\\n/,/g'", "b;d", "'/two/b x;d;:x'",
  "-n l", "s/TWO/x/I", "s/two/[&]/", "'s/two/\\&/'", "s,one,a/b,", "'s|one|a\\|b|'", "'s/o/\\n/'", "'s/o/\\t/'", "-n '/one/,/three/{/two/!p}'", "'/one/{s/one/1/;s/two/2/}'", "-E 's/(o)(n)?/[\\2\\1]/g'",
  "'s/\\<./\\u&/g'", "'s/.*/\\U&/'", "'s/\\(t\\)\\(wo\\)/\\U\\1\\E\\2/'", "'s/w/\\x41/'", "-n '$p'", "'5!d'", "-s p", "-n '/o/='", "'s/[/]/x/'", "'/three/s//3/'", "'s/./X/3'", "'s/o/0/2g'", "--expression=s/o/0/",
  "-z 's/\\n/,/g'", "'/a/,/b/d'", "3,1d", "'/three/,1d'", "-E 's/^|$/|/g'", "'s/$/./'", "'s/^/> /'", "'s/two$/2/'", "-n '/^t.*r$/p'", "'/one/!s/e/E/g'", "'1d;n;d'", "z", "'2r f'", "'r nope'", "F", "-n '\\,one,p'", "'\\,o,d'", "'s/\\./x/'",
  "'/o/{N;N;d}'", "T", "'s/o/0/;T;s/$/ !/'", "'1,3{/two/d}'", "'$s/$/ end/'", "-E 's/(a|b|o)+/X/'", "'s/[[:alpha:]]*/(&)/'", "'2{h;d};$G'", "'s/o\\|e/_/g'", "'s/e\\{2\\}/E/'", "'s/e\\+/E/g'", "'s/n\\?e/N/g'",
  "'#n'", "'p # c'", "'{p}'", "'{;;p;;}'", "-n '/one/,+1p'", "'1,2!d'", "l", "'l 10'", "'s/a/b'", "s/a/b/q", "'k'", "'/x'", "'}'", "'{p'", "'b nope'", "'y/ab/c/'", "'a'", "'3,'", "'s/\\(a/b/'", "'s/a/\\1/'", "':'", "'pq'", "'0p'", "'s/x/y/0'", "'s/a\\{1/b/'"])
  t(`sed ${a}`, poem, a.includes(' f') ? { f: 'FILE\n' } : null);
t('sed', '', null, { stderrContains: '--help', skipStderr: true }); t('sed -q', '', null, { skipStderr: true, stderrContains: "sed: invalid option -- 'q'" }); t('sed p nope', '', {}, { skipStderr: true, stderrContains: 'nope: No such file or directory' });
t('sed -n $=', ''); t('sed p', 'no newline'); t('sed -n p', 'a\nno newline'); t("sed '$!d'", 'a\nb'); t('sed p a b', '', { a: '1', b: '2' }); t('sed -s -n $p a b', '', { a: '1\n2\n', b: '3\n4' }); t('sed -n $p a b', '', { a: '1\n2\n', b: '3\n4' });
tree('sed -i s/a/b/ f', { f: 'a\nca\n' }); tree('sed -i.bak s/a/b/ f', { f: 'a' }); tree('sed -i -n 1p f g', { f: '1\n2\n', g: '3\n4\n' }); tree('sed -i 1q f', { f: '1\n2\n3\n' });
t('sed s/b/X/g', nul); t("sed 's/[^a]/X/g'", nul); t('sed -f s', 'abc\n', { s: 's/a/x/\n# comment\ns/b/y/\n' }); t("sed -n '/row 7/s/x//gp'", big); t("sed '1~3d;s/ /_/2'", big); t("sed -n '$p'", big);
own("sed 's/a/b/e'", { exit: 1, stderrContains: 'not supported' }, 'a\n');
// cmp, od
t('cmp a b', '', { a: 'x\ny\n', b: 'x\ny\n' }); t('cmp a b', '', { a: 'x\ny\n', b: 'x\nz\n' }); t('cmp -s a b', '', { a: 'x', b: 'y' }); t('cmp -l a b', '', { a: 'abc', b: 'axd' }); t('cmp a b', '', { a: 'ab', b: 'abc' }); t('cmp a b', '', { a: 'a\nb', b: 'a\nbc\n' });
t('cmp a b', '', { a: '', b: 'c' }); t('cmp -n 1 a b', '', { a: 'ab', b: 'ac' }); t('cmp -i 1 a b', '', { a: '1ab', b: '2ab' }); t('cmp a -', 'x', { a: 'x' }); t('cmp a nope', '', { a: '' }); t('cmp -bl a b', '', { a: 'a\nb', b: 'ac\xff' }); t('cmp -b a b', '', { a: 'ab', b: 'ac' }); t('cmp'); t('cmp -l a b', '', { a: 'abc', b: 'ab' });
for (const a of ['', '-c', '-An -tx1', '-tx1', '-b', '-a', '-x', '-d', '-o', '-s', '-tx4', '-td4', '-tu8', '-to1', '-Ax -tx1z', '-Ad -c', '-N 5 -c', '-j 3 -c', '-w8 -tx1', '-tx1 -tc', '-v', '-tdC', '-tx2 -to4', '-An -w4 -tu1'])
  t(`od ${a}`, 'hello\n\0\x01\x7f\x80\xff world, this is text\t!');
t('od', 'a'.repeat(64)); t('od -v', 'a'.repeat(64)); t('od', ''); t('od -c', all); t('od -t q', ''); t('od -tx3', 'a', null, { skipStderr: true, stderrContains: 'invalid type string' }); t('od -c a b', '', { a: 'x', b: 'y' }); t('od nope', ''); t('od -An -tx1 -v', nul);
// expr
for (const a of ['1 + 2', "2 '*' 3 + 4", '7 / 2', '7 % 3', '-7 / 2', '1 - 5', "( 1 + 2 ) '*' 3", "1 '<' 2", "2 '<=' 1", 'a = a', 'a != b', "b '>' a", "10 '>' 9", "abc : 'a.'", "abc : 'a\\(.\\)'", "abc : x", "abc : 'x\\(.\\)'", "'' '|' b", "a '&' b", "0 '|' 0",
  "0 '&' 1", 'length abc', 'substr abcdef 2 3', 'index abc c', 'match abc a.c', '0', "''", 'abc', '1 / 0', 'a + 1', '1 +', '( 1', ')', '1 2', '+ length', "5 '>=' 5", "a/b : '.*/\\(.*\\)'", '00', '-0', "1 '|' 1 / 0", "0 '&' 1 / 0", 'substr abc 0 2', 'abc : abc$', "abc : '^ab'", "'a\\|b' : 'a\\|b'"])
  t(`expr ${a}`);
t('expr');
own('expr 9223372036854775807 + 1', { exit: 3, stderrContains: 'Numerical result out of range' });
// split, tsort, shuf, join, diff
tree('split -l 2', {}, '1\n2\n3\n'); tree('split -b 3 - p', {}, 'abcdefg'); tree('split -l 1 -d -a 3 f q', { f: 'a\nb' }); tree('split -C 4', {}, 'a\nbb\nccccccc\n'); tree('split', {}, ''); t('split -l x', ''); t('split -a 1 -l 1', lines(27), {}, {}); tree('split -n 2 f', { f: 'abcdef' }); tree('split -b 2 --additional-suffix=.t', {}, 'abc');
t('tsort', 'a b\nb c\na c\n'); t('tsort', 'a a b b\n'); t('tsort', 'a'); t('tsort', 'b c\na b\n'); t('tsort', 'x y z y y w'); t('tsort', '');
t('shuf', 'only\n'); t('shuf -n 0', 'a\nb\n'); t('shuf -e x'); t('shuf -i 5-5'); t('shuf -i x'); t('shuf', '');
const j1 = 'a 1 x\nb 2\nb 3\nd 4\n', j2 = 'a A\nb B\nb C\nc D\n';
for (const a of ['', '-a1', '-a2', '-a1 -a2', '-v1', '-v2', '-o 1.1,2.2', '-o 0,1.2,2.2 -a1 -e -', '-a1 -a2 -e NONE -o auto', '-t " "', '-j1', '-i', '--header'])
  t(`join ${a} l r`.replace('" "', "' '"), '', { l: j1, r: j2 });
t('join -t, -1 2 -2 1 l r', '', { l: 'x,a,1\ny,b,2\n', r: 'a,p\nb,q\n' }); t('join -t, l r', '', { l: 'a,,x\n', r: 'a,y,\n' }); t('join l', ''); t('join -1 0 l r', ''); t('join - r', 'a z\n', { r: j2 }); t('join l nope', '', { l: '' }); t('join -t ab l r', '');
const d1 = 'a\nb\nc\nd\ne\nf\ng\nh\ni\nj\n', d2 = 'a\nB\nc\nd\ne\nf\nnew\ng\nh\nj\nk\n';
const dm = { mtimes: { l: 1e9, r: 1.1e9 } };
for (const a of ['', '-u', '-q', '-s', '-U1', '-U0', '-i', '-u --label x --label y', '-w', '-b', '-c0'].filter(x => x !== '-c0'))
  t(`diff ${a} l r`, '', { l: d1, r: d2 }, dm);
for (const [l, r] of [['', ''], ['a\n', ''], ['', 'a\n'], ['a', 'a\n'], ['a\nb', 'a\nc'], ['a\nb\n', 'b\na\n'], ['x\nx\nx\n', 'x\nx\n'], ['a\n\nb\n\nc\n', 'a\n\nc\n'], ['a b\n', 'a  b\n'], ['A\n', 'a\n'],
  [lines(40), lines(40).replace('line 5\n', '').replace('line 30\n', 'x\ny\n')], ['{\n}\n\n{\n}\n', '{\n}\n\n{\n}\n\n{\n}\n'], [big, big.replace('row 7', 'ROW')], ['a\0b', 'a\0c'], ['1\n2\n3\n4\n5\n', '3\n1\n5\n2\n4\n']])
  { t('diff l r', '', { l, r }, dm); t('diff -u l r', '', { l, r }, dm); }
t('diff -b l r', '', { l: 'a  b \n', r: 'a b\n' }); t('diff -w l r', '', { l: 'a  b \n', r: 'ab\n' }); t('diff -i l r', '', { l: 'A\n', r: 'a\n' }); t('diff -s l r', '', { l: 'A\n', r: 'A\n' }); t('diff l nope', '', { l: '' }); t('diff l', ''); t('diff - r', 'a\n', { r: 'b\n' });
t('diff d e', '', { 'd/x': '1\n', 'd/y': '2\n', 'e/x': '1\n', 'e/z': '3\n' }); t('diff -r d e', '', { 'd/x/a': '1\n', 'd/y': '2\n', 'e/x/a': '2\n', 'e/y': '2\n' }); t('diff -rq d e', '', { 'd/x': '1\n', 'e/x': '2\n', 'e/z': '' }); t('diff d e', '', { 'd/x/a': '1\n', 'e/x/a': '2\n' });
t('diff d f', '', { 'd/f': '1\n', f: '2\n' }); t('diff -rN d e', '', { 'd/x': '1\n', 'e/z': '3\n' });

// jq: answers of jq 1.6 where Escarole's are the same
for (const filter of [
  "\"\\(1,2) \\(3,4)\"",
  "{a:(1,2), b:(3,4)}",
  "{((\"a\",\"b\")): (1,2)}",
  "[[1,2],[3,4]] | .[0,1][0,1]",
  "def f($a;$b): [$a,$b]; f(1,2;3,4)",
  "[pow(2,3;1,2)]",
  "(1,2) + (10,20)",
  "[(true,false) or (true,false)]",
  "[limit(3;1,2,3,4)]",
  "[.[]?]",
  "reduce empty as $x (0; .+1)",
  "reduce (1,2) as $x (0; empty)",
  "[foreach (1,2,3) as $x (0; .+$x; [$x,.])]",
  "1 as $x | 2 as $y | [$x,$y,$__loc__]",
  "try error(\"\\($__loc__)\") catch .",
  "[.[1:],.[:-1]]?",
  "{\"a\":1}|try .[0] catch .",
  "try ([]|implode) catch .",
  "\"abc\"|try .[0] catch .",
  "{} | .a.b.c=1",
  "[1,2,3,4]|.[1:3]=[\"x\"]",
  "{a:[1,2,{b:3}]}|[paths]",
  "[1,[2]]|getpath([1,0,2])?",
  "\"x\"*3",
  "{a:{b:1}}*{a:{c:2}}",
  "[1,2,1]-[1]",
  "\"a,b\"/\",\"",
  "5%3",
  "5%-3",
  "try (5%0) catch .",
  "[1,2]|join(\",\")",
  "[\"a\",1,null,true]|join(\"-\")",
  "\"a\\u0000b\"|@json",
  "[1,\"a\\tb\",null]|@tsv",
  "[1,\"a\\\"b\",null,true]|@csv",
  "[\"it's\",1]|@sh",
  "\"\\u00fc /?a\"|@uri",
  "\"aGk=\"|@base64d",
  "@base64 \"x\\(\"hi\")y\"",
  "1425599621|todate",
  "\"2015-03-05T23:51:47Z\"|fromdate",
  "1425599621|strftime(\"%A, %B %d, %Y\")",
  "\"test\"|test(\"T\";\"i\")",
  "\"foo bar foo\"|[match(\"foo\";\"g\").offset]",
  "\"abc\"|capture(\"(?<x>b)(?<y>z)?\")",
  "\"aXbX\"|[splits(\"X\")]",
  "\"abab\"|gsub(\"a\";\"x\")",
  "\"abc\"|sub(\"(?<l>.)\";\"\\(.l)!\")",
  "\"abAB\"|[scan(\"[a-z]\")]",
  "[3,1,2]|sort,min,max,add",
  "{\"b\":1,\"a\":2}|to_entries",
  "[{\"a\":1,\"b\":2},{\"a\":1,\"b\":3}]|group_by(.a)|length",
  "input",
  "[1,2,3]|IN(2)",
  "[range(0,10,3;5)]",
  "[range(5;0;-2)]",
  "splits(\"a\")?",
  "ltrimstr(\"x\")",
  "\"abc\"|ascii_downcase,explode",
  "[1,[2,[3]]]|flatten(1)",
  "infinite|floor",
  "[.]|tojson",
  "[[1,2],[3]]|transpose",
  "[1,2]|combinations",
  "[[1,2],[3,4]]|[combinations]",
  "\"abc\"|.[1:2]",
  "[1,null]|map(values)",
  "tostream",
  "{\"a\":[1,2]}|[tostream]",
  "fromstream([[0],1],[[0]])",
  "[1,2,3]|del(.[0,2])",
  "to_entries?",
  "..",
  "[1,[2]]|[..]",
  "label $f | 1, break $f, 2",
  "first(range(10;0;-1))",
  "isempty(empty)",
  "try (break) catch .",
  "@text \"a\\(1)\"",
  "input_line_number",
  "{} | .a += 1",
  "{\"a\":null} | .a //= 3",
  "{\"a\":1,\"b\":2}|with_entries(.value+=1)",
  "[2,1]|sort_by(-.)",
  "[65]|implode",
  "{\"a\":1}|has(\"a\"),(\"a\"|in({\"a\":1}))",
  "\"foobar\"|contains(\"bar\"),inside(\"foobarx\")",
  "[1,2]|index(2)",
  "\"a,b, cd\"|indices(\", \")",
  "[0,1,2,1]|indices(1)",
  "[0,1,2,1,2]|indices([1,2])",
  "getpath([\"a\",\"b\"])",
  "splits",
  "[1,2,3]|.[-1:]",
  "null|not",
  "[1,2,3]|any(.>2),all",
  "walk(.)",
  "\"x\" as [$a] | $a",
  "[[1,{\"b\":2}]] | .[] as [$x,{b:$y}] | [$x,$y]",
  "{\"a\":1} as {a:$z} | $z",
  ". as {$a} | $a",
  "{\"k\":\"a\",\"a\":7} | . as {k:$k} | .[$k]",
  "now|type",
  "nth(1;1,2,3)",
  "[1,2,3]|nth(1)",
  "until(.>100;.+1)",
  "[1|while(.<10;.*2)]",
  "input_filename",
  "env|type",
  "\"\\u00e9\"|@uri,length,utf8bytelength",
  "ltrimstr(1)",
  "halt_error",
  "\"a\"|ascii_upcase",
  "gsub(\"\";\"-\")?",
  "\"a\\u00e9b\"|[match(\".\";\"g\").string]",
  "{a:1}|map_values(.+1)",
  "splits(\"x\";\"g\")?",
  "@json \"v=\\([1,\"a\"])\"",
  "\"\\(1;2)\"",
  "{a:1} | .a as $x | {$x, \"y\":2, \"z z\":3, @text \"q\":4, \"a\\(1)\":5}",
  "{\"if\":1}|.if",
  "{and:1}",
  "[1,2,3] as [$a] | $a",
  "def fac: if . <= 1 then 1 else . * (. - 1 | fac) end; 10|fac",
  "def f(g): g|g; 2|f(.*.)",
  "1, 2 | . * 3",
  "[1,2] | .[0] = 9",
  ".a.b |= 3",
  "if null then 1 elif 1 then 2 else 3 end",
  "reduce range(5) as $i ([]; . + [$i])",
  "[splits(\"a\")]?",
  "[1,2,3] | first, last",
  "[1,2,3]|bsearch(2),bsearch(5)",
  "ascii(65)?",
  "[limit(5; range(100))]",
  "error({\"a\":1})",
  "\"abc\" | error",
  "{} | error",
  ".a[1:2] = 3",
  "{\"a\":[1,2,3]} | path(.a[0],.a[1:2])",
  "path(..)",
  "[paths(type == \"number\")]",
  "{\"a\":1}|getpath([\"b\"])",
  "tojson, ([1,2]|tojson|fromjson)",
  "10|log10,exp10",
  "[1.5,-1.5]|map(round,ceil,floor,trunc)",
  "\"2015 64\"|strptime(\"%Y %j\")?",
  "gmtime",
  "1425599621|gmtime|mktime",
  "0|strftime(\"%Y-%m-%dT%H:%M:%SZ %j %u %e %Z\")",
  "localtime?",
  "@base32 \"a\"",
]) t(['jq', '-nc', filter], '', null, { skipStderr: true });
// ... where they are those of newer versions, or our own
for (const [filter, stdout, exit = 0] of [
  ["try (1/0) catch .", "\"number (1) and number (0) cannot be divided because the divisor is zero\"\n"],
  ["if . then 1 end", "null\n"],
  ["\"abc\"|gsub(\"\";\"-\")", "\"-a-b-c-\"\n"],
  ["[1,2]|map_values(empty)", "[]\n"],
  ["[1|limit(3;repeat(.*2))]", "[1,2,4]\n"],
  ["[limit(0;1,2)]", "[]\n"],
  ["\"10:20\" | strptime(\"%H:%M\")", "[1900,0,0,10,20,0,1,0]\n"],
  ["\"a\"|@base32|@base32d", "\"a\"\n"],
  ["\"<&\\u0027\\\">\"|@html", "\"&lt;&amp;&apos;&quot;&gt;\"\n"],
  ["[1,2,3] | (.[] | select(.>1)) |= empty", "[1]\n"],
  ["{a:{b:1}}|pick(.a.b)", "{\"a\":{\"b\":1}}\n"],
  ["[1,2,3]|add(.[])", "6\n"],
  ["\" a \"|trim,ltrim,rtrim", "\"a\"\n\"a \"\n\" a\"\n"],
  ["\"abc\"|reverse", "\"cba\"\n"],
  ["[skip(2;1,2,3)]", "[3]\n"],
  ["(-1)|abs", "1\n"],
  ["1|toarray", "[1]\n"],
  ["try error(null) catch .", "null\n"],
  ["\"xaxx\"|trimstr(\"x\")", "\"ax\"\n"],
  ["[.[]?]|ltrimstr(\"a\")", "[]\n"],
  ["{\"a\":1,\"b\":[1,{\"c\":null}]}|[tostream]|fromstream(.[])", "{\"a\":1,\"b\":[1,{\"c\":null}]}\n"],
  ["[1,[2]]|tojson", "\"[1,[2]]\"\n"],
  ["\"x\"|test(\"X\";\"i\"),test(\"(?<=a)x|x(?!b)\"),test(\"\\\\d\")", "true\ntrue\nfalse\n"],
  ["\"foo foobar\"|[match(\"(?<a>foo)(?<b>bar)?\";\"g\")|[.captures[]|.string]]", "[[\"foo\",null],[\"foo\",\"bar\"]]\n"],
  ["[range(100000)]|map(select(.%2==0))|length", "50000\n"],
  ["reduce range(100000) as $i ([]; .+[$i])|length", "100000\n"],
  ["reduce range(20000) as $i ({}; .[$i|tostring]=$i)|length", "20000\n"],
  ["\"a\"*200000|length", "200000\n"],
  ["[range(3000)]|(.[]|select(.%2==0))|=.+1|add", "4500000\n"],
]) own(['jq', '-nc', filter], { stdout, exit });

const people = '{"name":"ada","age":36}\n{"name":"bob","age":null,"tags":["x","y"]}\n';
for (const a of ['.', '.name', '-r .name', '-c .', '-S .', "-c '.tags[]?'", "-r '.name, .age'", '-s length', '-cs .', "-n 'input.name'",
  "-n '[inputs.name]'", '-e .age', "-j .name", '--tab .', '--indent 1 .', "-R .", '-Rs .', "-Rn '[inputs]'", "-ac '.name + $'\\u00e9\\ud83d\\ude00''",
  "--arg x 1 -c '[$x, .age]'", "--argjson x '[1]' -c '[$x, .age]'", "-c '$ARGS' --args a b", "-c '$ARGS.positional' --jsonargs 1 '{}'",
  "-c --arg n ada 'select(.name == $n)'", "'.name as [$a] | $a'", "-r '\"\\(.name) is \\(.age)\"'", "-r '[.name, .age] | @csv, @tsv, @sh'", '-e empty'])
  t('jq ' + a, people, null, { skipStderr: true });
t('jq -c . a.json b.json', '', { 'a.json': '[1]\n', 'b.json': '{"x":2} 3' });
t('jq -f prog a.json', '', { prog: '# a comment\n.x\n', 'a.json': '{"x":[1,2]}' });
t('jq -c --slurpfile s a.json --rawfile r a.json -n \'[$s, $r]\'', '', { 'a.json': '1 2\n' });
own('jq', { stdout: '1\n' }, '1');
own('jq .', { exit: 2, stderrContains: 'jq: error: Objects must consist of key:value pairs at line 2 of -' }, '{"a":1,\n"b" 2}');
own('jq .a', { exit: 5, stderrContains: 'Cannot index number with string "a"' }, '1');
own('jq nosuch', { exit: 3, stderrContains: 'nosuch/0 is not defined at <top-level>, line 1:' }, '1');
own('jq .[', { exit: 3, stderrContains: 'unexpected end' }, '1');
own('jq --indent 9 .', { exit: 2, stderrContains: '--indent takes a number from 0 to 7' }, '1');
own('jq . gone', { exit: 2, stderrContains: 'gone: No such file or directory' });
own('jq --nosuch .', { exit: 2, stderrContains: "unrecognized option '--nosuch'" }, '1');
own('jq -n \'"x" | halt_error(3)\'', { exit: 3, stderrContains: 'x' });
own('jq -c .', { stdout: '"a\xef\xbf\xbdb"\n' }, '"a\xffb"');

export const table = taken();
