// What upstream's tests of busybox ask of commands that were there before; see suites.sh.
import { own, t, taken, tree } from '../cases.mjs';

const five = '1\n2\n3\n4\n5\n';

// sed: files that are written, ranges whose first line has passed unseen
tree("sed -n -e 's/i/z/w one' -e '/a/w two' in", { in: 'thing\nagain\nno' });
tree("sed 'w out' in", { in: 'a\nb' });
tree("sed -e 's/a/b/w out' -e 's/b/c/gw out' in", { in: 'aa\nx\n' });
tree("sed -e 'w out' -e 'w out' a b", { a: '1', b: '2\n' });
tree("sed -n 'W out' in", { in: 'a\n' });
tree("sed 'N;W out' in", { in: 'a\nb\n' });
tree("sed -n 's/x/y/gpw out\np' in", { in: 'xx\nz\n' });
t("sed 'w /dev/stdout'", 'a\nb\n');
t("sed -z 'w /dev/stdout'", 'a\0b\0');
own("sed 'w gone/out'", { exit: 4, stderrContains: "couldn't open file gone/out: No such file or directory" }, 'a\n');
t("sed 'w'", 'a\n', null, { skipStderr: true });
own("sed 's/a/b/e'", { exit: 1, stderrContains: "the flag e of `s' is not supported" }, 'a\n');
own('sed e', { exit: 1, stderrContains: "the command `e' is not supported" }, 'a\n');
for (const script of ['1d;1,3p', '1,2d;1,/4/p', '2d;2,1p', '1{N;N;d};1p;2,3p;3p;4p', '2,3d;2,+1p', '2d;2,~4p', '2d;2,$p', '0,/3/p', '1d;0,/3/p', '2,3!p', '2,4{2d};2,3p', '1d;1,2!p'])
  t(['sed', '-n', script], five);
t("sed -s -n '2p;$=' a b", '', { a: five, b: '6\n7\n' });
t("sed -s -n '1d;1,2p' a b", '', { a: five, b: '6\n7\n8\n' });
tree("sed -i '1d;1,2s/$/!/' a b", { a: five, b: '6\n7\n8\n' });

for (const script of ['a\\\\t\\rzero\\none\\\\ntwo\\\\\\nthree', 'i x\\ty\\nz', 'c\\ta\\nb', 'a x\\x41\\q'])
  t(['sed', script], 'a\n');

// od: the traditional names of types
for (const option of ['B', 'D', 'H', 'X', 'h', 'i', 'O', 'I', 'L', 'l', 'bc', 'xD'])
  t(`od -${option}`, 'ABC\xfe\0\x01\xff\n12345678abc');
t('od -b --traditional', 'ABC\n');
t('od -b --traditional f', '', { f: 'ABC\n' });

// unexpand -f, cp -H, diff -B
for (const option of ['-f', '-f -t8', '-t8 -f', '-f -t4', '-t4 --first-only'])
  own(`unexpand ${option}`, { stdout: option.includes('4') ? '\t\ta       b    c\n' : '\ta       b    c\n' }, '        a       b    c\n');
tree('cp -RH d e', { 'd/f': 'x' });
for (const [a, b] of [['a\n\nb\n', 'a\nb\n'], ['a\n\n', 'b\n\n\n'], ['\nb\n\n', 'a\n'], ['a\n', '\na\n\n'], ['x\n', 'x\n'],
  ['1\n2\n\n3\n4\n5\n6\n7\n8\n9\nx\n', '1\n2\n3\n4\n5\n6\n7\n8\n9\ny\n'], ['1\n\n2\nx\n3\n', '1\n2\ny\n3\n'], ['a\n \t\nb\n', 'a\nb\n'],
  ['1\n2\n3\nx\n4\n\n5\n6\n7\nz\n', '1\n2\n3\ny\n4\n5\n6\n7\nw\n']])
  for (const options of ['-B', '-qB', '-bB', '-B -U1 --label a --label b', '-B -U0 --label a --label b'])
    t(`diff ${options} a b`, '', { a, b });

// date: the forms of busybox
for (const [text, expected] of [['1999.1.2-3:4', '1999-01-02 03:04:00'], ['1999.1.2-3:4:5', '1999-01-02 03:04:05'], ['200001231133', '2000-01-23 11:33:00'],
  ['200001231133.30', '2000-01-23 11:33:30'], ['1999-1-2 3:4:5', '1999-01-02 03:04:05'], ['1999-1-2 3:4:5 -0600', '1999-01-02 09:04:05']])
  own(['date', '-d', text, '+%F %T'], { stdout: expected + '\n' });
own('date -d 1.2-3:4 +%m%d%H%M', { stdout: '01020304\n' });
for (const text of ['1999.13.2-3:4', '200013231133', '200001232533', '1.2-', '1.2.3', '2000012311333', '200001231133.3'])
  own(['date', '-d', text], { exit: 1, stderrContains: 'date: invalid date' });

export const table = taken();
