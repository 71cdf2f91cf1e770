// The cases of sh: what other shells understand too is compared with the one of this machine.
import { own, t, taken, tree } from '../cases.mjs';

for (const line of ['echo a b', "printf 'b\\na\\n' | sort | cat", "printf 'a\\n\\n' | cat | wc -l", 'false', 'true && echo y || echo n', 'false && echo y || echo n', 'false; echo $?',
  'false | true; echo $?', 'true | false; echo $?', "X='a b'; echo \"$X\" ${X}c '$X'", 'X=1; Y=$X$X; echo $Y; X=; echo "[$X]"', 'printf %s "a\\"b\\\\c\\$d"', "echo 'it'\\''s' a\\ b\\;c", 'echo a#b # c', '# only a comment', '',
  'echo x; # c', 'seq 5 | head -n 2 | tail -n 1', 'cat', 'cat; cat', 'cat | cat -n', 'echo > f; wc -c < f', 'echo a > f; echo b >> f; cat f', 'cat < in | sort', 'echo x > f | cat; cat f', 'true; true;',
  "printf 'a b' | xargs -n 1 echo", 'sh -c "echo deep | cat"', 'echo a 2>/dev/null; echo b', "seq 20000 | sort -n | tail -n 1", 'echo "$#" "$1" "$2" "$9" "$0"', 'printf "<%s>" "$@"', 'printf "<%s>" a "$@" z; echo "$?"', 'echo a |cat;echo b&&echo c', 'grep x < in || echo none; echo $?'])
  t(['sh', '-c', line, 'name', 'one two', '*', '; ls'], 'from stdin\n', { in: 'q\np\n' });
t(['sh', '-c', 'echo "$@" $#']);
t(['sh', '-c', 'echo a\necho b | cat\n\n# c\necho c']);
t(['sh', 'script', 'p q', 'r'], 'input\n', { script: '# a script\nX="$1 and $2"\ncat\necho "$X" "$#"\nfalse\n' });
t(['sh'], 'echo a\necho b\n');
tree(['sh', '-c', 'echo a > a; seq 3 | sort -r > b; cp a c && rm a'], {});
for (const [line, stderrContains] of [['echo (a)', 'line 1, character 6: unsupported_syntax: subshells'], ['echo $(ls)', 'command substitution'], ['echo `ls`', 'command substitution'], ['echo "a', "line 1, character 6: parse_error: this quote is never closed"],
  ['a &', 'background'], ['cat << x', 'here-documents'], ['X=1 echo', 'an assignment must be separate'], ['echo a\nb |', "line 2, character 4: parse_error: a command is missing before the end of the line"], ['| cat', "a command is missing before '|'"], ['echo x 3> f', 'redirecting descriptors'],
  ['> f', 'a redirection needs a command'], ['cat < a < b', 'at most one'], ['echo ${X:-y}', 'only ${NAME} is supported'], ['echo x$@', "'$@' must be a word of its own"], ['echo x > $@', "'$@' is not the name of one file"], ['echo x >', 'a file is missing'], ['if true; then echo; fi; (', 'subshells']])
  own(['sh', '-c', 'echo first; ' + line], { exit: 2, stderrContains: stderrContains.replace(/character (\d+)/, (_, n) => `character ${line.includes('\n') ? n : +n + 12}`) });
own(['sh', '-c', 'X="a; echo no"; echo $X | cat; echo $none * ~ {a,b}'], { stdout: 'a; echo no\n$none * ~ {a,b}\n' });
own(['sh', '-c', 'echo $1 | cat; $1', 'n', 'echo x; ls'], { exit: 127, stdout: 'echo x; ls\n', stderrContains: 'echo x; ls: unknown command' });
own(['sh', '-c', 'echo a; cat'], { stdout: 'a\n' }, 'only for the first command');
own(['sh', '-c', 'nosuchcommand || echo caught; echo on'], { exit: 127, stderrContains: 'nosuchcommand: unknown command' });
own(['sh', '-c', 'cat < none; echo on'], { exit: 1, stderrContains: "line 1: file_error: 'none' cannot be read" });
own(['sh', '-c', 'echo a > none/f; echo on'], { exit: 1, stderrContains: "file_error: 'none/f' cannot be written: No such file" });
own(['sh', '-c', '$@'], { exit: 2, stderrContains: "'$@' is empty" });
own(['sh', 'none'], { exit: 127, stderrContains: 'none: No such file' });
own(['sh', '-x', 'a'], { exit: 2, stderrContains: "invalid option -- 'x'" });
own(['sh', '-c'], { exit: 2, stderrContains: 'requires an argument' });

export const table = taken();
