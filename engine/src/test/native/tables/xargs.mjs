// The cases of xargs; expectations are GNU's, which runs its commands itself.
import { own, t, taken, tree } from '../cases.mjs';

const words = 'a b  c\nd "e f" g\\ h\n\n\'i j\'k\n';
for (const a of ['', 'echo', 'echo x', '-n 1', '-n 2 echo', '-n 3 echo -', '-L 1', '-L 2 echo', '-I {} echo [{}]', '-I X echo X-X y', '-n 1 -t echo', '-r echo',
  '-s 20 echo', '-n 5 -s 14 echo', '-E d', '-E nothing', '-I {} echo none', '-x -n 2 echo', '--max-args=2', '-t echo q', '-I {} -t echo {}'])
  t(`xargs ${a}`, words);
for (const a of ['', '-r', '-I {} echo {}', '-n 1', '-0', '-r -t echo x'])
  t(`xargs ${a}`, '');
t('xargs -0 -n 1 echo', 'a b\0c\nd\0\0"e\0');
t('xargs -0', 'a\0b');
t('xargs -d , echo', 'a,b c,,"d\n');
t(['xargs', '-d', '\\n', '-n', '1', 'echo'], 'a b\nc"d\n\ne\n');
t(['xargs', '-d', '\\x3a', 'echo'], 'a:b');
t(['xargs', '-d', 'ab', 'echo'], 'a:b', null, { stderrContains: 'Invalid input delimiter' });
t('xargs -L 1 echo -', 'a \nb\nc d\n\n\ne\n');
t('xargs -L 2 echo', 'a\nb\nc\n');
t('xargs -n 1 false', 'a b');
t(['xargs', '-n', '1', 'test', 'b', '='], 'a b c');
t(['xargs', '-I', '{}', 'printf', '%s|%s\\n', '{}', 'x{}y'], '  a; rm -rf /  \n$(x) `y`\n*\n');
t(['xargs', 'printf', '<%s>\\n'], "'a;b' \"|\" '>x' \\$HOME *\n");
t('xargs -a f echo', 'ignored', { f: 'x y\nz\n' });
t('xargs -a f cat - none', 'the input\n', { f: '' });
t('xargs -n 1 cat', 'f1 f2\n', { f1: 'one\n', f2: 'two\n' });
t('xargs cat', 'f1 none\n', { f1: 'one\n' }, { stderrContains: 'none' });
t('xargs cat -', '', null);
tree('xargs touch', {}, 'n1 n2\n');
tree('xargs -I {} cp f {}.copy', { f: 'x' }, 'a\nb c\n');
t('xargs -n 3', Array.from({ length: 4000 }, (_, i) => `w${i}`).join(' ') + '\n');
t('xargs -n 1000', Array.from({ length: 4000 }, (_, i) => `w${i}`).join(' ') + '\n');
t('xargs -s 1000 echo', Array.from({ length: 400 }, (_, i) => `w${i}`).join('\n') + '\n');
t('xargs seq', '30000\n');
own('xargs -P 4 -n 1 echo', { stdout: 'a\nb\nc\n' }, 'a b c');
own(['xargs', 'echo'], { exit: 1, stderrContains: 'unmatched single quote' }, "a 'b\nc'\n");
own('xargs echo', { exit: 1, stderrContains: 'unmatched double quote' }, 'a "b\n');
t('xargs -s 8 echo', 'abcdefghij\n', null, { stderrContains: 'argument line too long' });
t('xargs -n 0 echo', 'a', null, { stderrContains: 'for -n option should be >= 1' });
t('xargs -n x echo', 'a', null, { stderrContains: 'invalid number "x" for -n option' });
t('xargs -Q', 'a', null, { stderrContains: "invalid option -- 'Q'" });
t('xargs -a none echo', '', null, { stderrContains: 'none' });
t('xargs no-such-command', 'a', null, { stderrContains: 'no-such-command' });
own('xargs echo', { exit: 1, stderrContains: 'NUL byte' }, 'a\0b');

export const table = taken();
