// The cases of awk; expectations are gawk's.
import { own, t, taken } from '../cases.mjs';

const people = 'ada 36 london\nbob 41 paris\ncarol 29 rome\ndan 41 oslo\n';
const csv = 'a,b,,d\n1,2,3\n,x\n\n';
const numbers = '1\n2.5\n-3\n1e3\n0x10\n+4\n abc\n.5.\n 7 \n';
const run = (program, stdin, files) => t(['awk', program], stdin, files);
const begin = (...programs) => programs.forEach(p => run(`BEGIN { ${p} }`));

// patterns, actions, ranges
for (const p of ['1', '{ print }', '$2 > 36', '/o/', '!/o/', '$1 ~ /^[a-c]/', '$3 !~ "o"', 'NR == 2, NR == 3', '/bob/,/carol/',
  '/ada/,/nobody/ { print NR }', '/a/,/a/', 'NR%2', 'END { print NR }', 'BEGIN { print "x" } END { print $0 }', '$2==41{n++}END{print n+0}',
  'length > 12', 'length($1) == 3 { print length }', '$1 == "bob", $1 == "dan" { next } 1', '{ $2 = ""; print }', '{ $5 = "x" } 1',
  '{ NF = 2 } 1', '{ print NF, $NF, $(NF-1) }', '{ $0 = "p q"; print $2, NF }', '{ $1 = $1; print $0 }', 'NR==1{next}{print FNR}',
  '{ print $1 > "/dev/stdout" }', '{ s = s $1 } END { print s }', 'END { print NF, $1 }', '{ a[$2]++ } END { print a[41], a[29], a[0] == "" }',
  '{ $3 = toupper($3) }; 1;', '{ print; next; print "no" }', '/ada/ { exit 3 } END { print "end" }', 'NR == 2 { exit } 1', '{ nextfile } END { print NR }',
  '{ print NR ": " $0 }', '{ print $1, $2 $3 }', '{ print -$2, +$1, !$2, !x }', '{ printf "%s-%d\\n", $1, $2 }', '{ $(1+1) += 5; print $2 }', '$2 >= 36 && $3 ~ /n/ || /dan/',
  '{ $2++; $2 += 2; print $2--, $2 }', '{ NF += 1; print $0 "|" }', '{ NF -= 2; $4 = "z"; print; print NF }', '($2 > 36)', '{ print ($2 > 36) }', '{ print $2 == 41 ? "y" : "n" }'])
  run(p, people);
t(['awk', '-F', ',', '{ print NF ":" $2 "|" $4 }'], csv);
t(['awk', '-F,', 'BEGIN { OFS = "-" } { $1 = $1 } 1'], csv);
own(['awk', '-Ft', '{ print $2 }'], { stdout: 'b c\n' }, 'a\tb c\td\n');
t(['awk', '-F\t', '{ print $2 }'], 'a\tb c\td\n');
t(['awk', '-F[,;]+', '{ print NF, $2 }'], 'a,;b;c\n;;\n');
t(['awk', '-F|', '{ print $2 }'], 'a|b|c\n');
t(['awk', '-F.', '{ print $2 }'], 'a.b.c\n');
t(['awk', '-F', '\\|', '{ print $2 }'], 'a|b|c\n', null, { skipStderr: true });
t(['awk', '-F', 'ab*', '{ print NF; for (i = 1; i <= NF; i++) print "[" $i "]" }'], 'xabbya\nz\n');
t(['awk', 'BEGIN { FS = "" } { print NF, $2 }'], 'abc\n\n');
t(['awk', '{ FS = ":"; print $1 }'], 'a:b c\nd:e f\n');
t(['awk', '{ print NF; FS = ":" } END { print NF }'], 'a:b c\nd:e f\n');
t(['awk', 'BEGIN { FS = "\\\\" } { print $2 }'], 'a\\b\\c\n');

// records
for (const [rs, input] of [[';', 'a;b\nc;;d\n'], ['', '\n\na b\nc\n\n\n\nd\ne f\n\n'], ['[0-9]+', 'a1b22c333\n'], ['\\n\\n+', 'a\n\n\nb\nc\n\n'],
  ['ab|x', 'oneabtwoxthree'], ['x', ''], ['', 'a'], ['', '\n\n'], ['\n', 'a\nb'], ['[a-c]', 'xaybz']])
  t(['awk', '-v', `RS=${rs}`, '{ print NR ": <" $0 "> " NF " " $1 } END { print NR }'], input);
t(['awk', 'BEGIN { RS = ""; FS = ":" } { for (i = 1; i <= NF; i++) print i, $i }'], 'a:b\nc:d\n\ne\n');
own(['awk', 'BEGIN { RS = ""; FS = "[bd]" } { for (i = 1; i <= NF; i++) print i, $i }'], { stdout: '1 a\n2 c\n3 e\n4 e\n1 e\n' }, 'abc\nede\n\ne\n');
t(['awk', 'BEGIN { ORS = "|"; OFS = ":" } { print $1, $2 } END { printf "\\n" }'], people);
t(['awk', 'NR == 1 { RS = ";" } { print }'], 'a\nb;c;d\n');

// numbers and strings
run('{ print $1 + 0, ($1 == 7), ($1 < 3), ($1 == $1 + 0) }', numbers);
begin('print 1e6, 1e5 + 0.5, 123456789, 1234567.5, 0.1 + 0.2, 1/3, 100000 * 100000, 2^53, 2^53 + 1', 'print 1e300, -1e20, 3.0, "3.0", "3.0" + 0, 1e-5, 1e-300 * 1e-300',
  'print -0, 0 * -1, 1e15, 1e16, 1e17, 123456789012345678', 'print 0x1F, 011, "0x1F" + 0, "011" + 0, .5, 5.', 'print "3x" + 1, "x3" + 1, " 12 " + 1, "+5" + 0, "-.5e1x" * 2',
  'print 17976931348623157e292, ("1e400" + 0 > 1e308), (4.9e-324 > 0)', 'print 5 % 3, -5 % 3, 5 % -3, 5.5 % 2, 1e18 % 7, -4 % 2', 'print 2 ^ 10, 2 ^ 0.5, 2 ** 3, 2 ^ 3 ^ 2, -2 ^ 2, 2 ^ -1',
  'x = 5; x ^= 2; print x; x **= 2; print x; x %= 7; print x; x /= 2; print x; x -= 1; x *= 4; print x', 'print 1 " " -1, 1 - 1, 1 -1, "a" -1', 
  'CONVFMT = "%d"; a[12.7] = 1; for (k in a) print k', 'CONVFMT = "%.2g"; x = 3.14159; y = x ""; print y, x', 'OFMT = "%.2f"; print 3.14159, 3.14159 "", 17, 1e20', 'x = 0.1; a[x] = 1; print (0.1 in a), ("0.1" in a)',
  'print 1 == 1.0, "1" == 1, "a" < "b", "10" < "9", 10 < 9, "abc" < "abd", "" < "a", 2 < "10"', 'print u == 0, u == "", length(u), u + 1, u "x"', 'print !0, !1, !"", !"0", !"a", !u, 1 && 0, 1 || 0, "0" && 1',
  'print (1, 2) in a, 1 in a', 'print 10 % 3 * 2, 2 + 3 * 4, (2 + 3) * 4, 7 - 2 - 1, 2 * 3 % 4', 'print 1 2 + 3 4, 1 (2) 3', 'i = 5; print i++ + ++i, i, i-- - --i, i', 'print i++ i++ i', '$0 = "a b c"; print $1 $2, $1$3, NF',
  '$3 = "x"; print; print NF', '$0 = "3 4"; print $1 * $2, $1 $2, -$1', 'a = b = 3; print a, b; print (c = 4) + 1, c', 'print length("abc") length("de"), length "x"', 'print substr("hello", 2, 3), substr("hello", 0), substr("hello", -1, 3), substr("hello", 2), substr("hello", 10) "|", substr("hello", 1.5, 1), substr("hello", 2, -1) "|"',
  'print index("foobar", "bar"), index("foobar", "x"), index("abc", ""), index("", "a"), index("", "")', 'print -log(0), log(0), int(-log(0))', 'printf "%x %s %f\\n", -log(0), -log(0), log(0)', 'print toupper("aBc1"), tolower("ABC")', 'print int(3.9), int(-3.9), int("4x"), int("")', 'print sqrt(16), exp(0), exp(1), log(10), sin(1), cos(1), atan2(1, 2), atan2(0, -1)',
  'print length(12345), length(1/3), length(0.1 + 0.2)', 'print "a\\tb\\\\c\\"de\\101\\x41"', 'print "a" "b" > "/dev/stdout"', 'print 1,\n2', 'print substr("hello", 2, 1e18), substr("hello", "x")', 'print 1e3 "", 1e-3 "", 100000000000000000000 "", 0.1e1 ""',
  'srand(1); a = rand(); srand(1); b = rand(); print a == b, a >= 0, a < 1, srand(5), srand()', 'print and(12, 10), or(12, 10), xor(12, 10), lshift(1, 4), rshift(256, 4), strtonum("0x1F"), strtonum("017"), strtonum("12.5"), strtonum(0x10)', 'print compl(0)');
for (const f of ['%d', '%5d|', '%-5d|', '%05d', '%+d', '% d', '%x', '%X', '%o', '%u', '%i', '%c', '%5c|', '%s', '%10s|', '%-10s|', '%.2s|', '%e', '%E', '%.3e', '%f', '%.0f', '%10.3f|',
  '%-10.2f|', '%010.2f', '%g', '%G', '%.3g', '%.10g', '%%%d', '%5%|', '%z', '%', 'a%', '%.3d', '%8.3d|', '%.0d|', '%ld', '%+.2e', '%.15g', '%.17g', '%.20f', '%.1f', '%.2f', '%F', "%'d"])
  t(['awk', 'BEGIN { n = split("0 1 -1 42 3.14159 -2.5 65 1234567.891 1e10 0.5 1.5 2.5 0.000012345 99999.95 999999.5 1e100 2.675 abc", a); for (i = 1; i <= n; i++) printf F "\\n", a[i] }', ].flatMap((x, i) => i === 1 ? ['-v', `F=${f.replace(/\\/g, '\\\\')}`, x] : [x]));
begin('printf "%*d|%-*d|%.*f\\n", 5, 42, 5, 42, 2, 3.14159', 'printf "%s %s\\n", "a", "b", "c"', 'printf "%c%c%c%c", 256 + 65, "ABC", "", 10', 'printf("%s\\n", "x")', 'printf("%s %d\\n", "x", 3) > "/dev/stdout"', 'printf "%d %d %d\\n", 2^31, 2^53, 2^63',
  'printf "%d %i\\n", 1e30, -1e30', 'printf "%x %o %u\\n", -1, -1, -1', 'printf "%x\\n", 2^53', 'printf "%s\\n", 2^53', 'x = sprintf("%03d", 7); print x', 'print length(sprintf("%1000s", ""))', 'printf "%s %s %s\\n", 1e6, 0.1 + 0.2, 1e20', 'printf "%d %s\\n", "0x11", "1e2" + 0', 'printf "%5s|%-5s|%05s|\\n", "abcdefg", "ab", "ab"', 'printf "no newline"');

// arrays
begin('a["x"] = 1; a["y"] = 2; delete a["x"]; print length(a), ("x" in a), ("y" in a)', 'a[1, 2] = 3; for (k in a) { split(k, p, SUBSEP); print p[1], p[2] }; if ((1, 2) in a) print "yes"', 'SUBSEP = ":"; a["p", "q"] = 1; for (k in a) print k', 'a[1]; print length(a); delete a; print length(a)',
  'n = split("a b  c", x); print n, x[1], x[3]; n = split("", x); print n, length(x)', 'n = split("a:b:c", x, ":"); print n x[2]', 'n = split("a1b22c", x, /[0-9]+/); print n, x[3]', 'n = split("abc", x, ""); print n, x[2]', 'n = split(" a b ", x, " "); print n, x[1]', 'n = split(":a:", x, ":"); print n, x[1] "|" x[3]', 'n = split("a.b", x, "."); print n',
  'n = split("3 4", x); print (x[1] < 10), x[1] + x[2]', 'a["01"] = 1; print (1 in a), ("01" in a); a[01] = 2; print a[1]', 'for (i = 0; i < 5000; i++) a[i] = i; s = 0; for (k in a) s += a[k]; print s, length(a); for (i = 0; i < 5000; i += 2) delete a[i]; print length(a); s = 0; for (k in a) s += k; print s', 'x["a"]++; x["a"] += 5; print x["a"]--, x["a"]', 'for (i = 3; i > 0; i--) a[i]; for (k in a) { delete a[k]; n++ } print n, length(a)', 'a[""] = 1; print ("" in a); a[1e6] = 2; print (1000000 in a); print a[1e6]', 'a["x"] = "y"; b = "x"; print a[b], a[a["z"] = "x"]');
run('{ a[NR] = $0 } END { for (i = NR; i > 0; i--) print a[i] }', people);
run('{ c[$2]++; n[$2] = n[$2] " " $1 } END { print c[41] n[41], c[29] n[29] }', people);
run('!seen[$2]++', people);
t(['awk', 'NR == FNR { a[$1] = $2; next } $1 in a { print $1, a[$1], $2 }', 'f1', 'f2'], '', { f1: 'k1 v1\nk2 v2\n', f2: 'k2 x\nk3 y\nk1 z\n' });

// regular expressions, sub, gsub, match
begin('s = "foo bar foo"; n = gsub(/foo/, "x&y", s); print n, s', 's = "aaa"; print sub(/a/, "b", s), s', 's = "abc"; gsub(/x*/, "-", s); print s', 's = "abc"; gsub(/b*/, "-", s); print s', 's = "a.b.c"; gsub(".", "x", s); print s', 's = "a.b.c"; gsub("\\\\.", "x", s); print s', 's = "a.b.c"; gsub(/\\./, "\\\\&", s); print s', 's = "abc"; gsub(/b/, "\\\\\\\\&", s); print s', 's = "path/to"; gsub("/", "\\\\/", s); print s', 's = "hello"; gsub(/l/, "[&&]", s); print s', 's = "x"; gsub(/$/, "y", s); gsub(/^/, "w", s); print s', 's = "aXbXc"; sub("X", "", s); print s', '$0 = "a b a"; gsub(/a/, "c"); print; print $3, NF', '$0 = "a b a"; gsub(/a/, "c", $3); print', 'a["k"] = "zz"; gsub(/z/, "y", a["k"]); print a["k"]', 'print match("foobar", /o+/), RSTART, RLENGTH', 'print match("foobar", "z"), RSTART, RLENGTH', 'print match("foobar", /$/), RSTART, RLENGTH', 'print match("ab12cd", /([a-z]+)([0-9]+)/, m), m[0], m[1], m[2], m[1, "start"], m[2, "length"]', 'print gensub(/(a)(b)/, "\\\\2\\\\1", "g", "abab"), gensub(/a/, "x", 2, "aaa"), gensub(/z/, "x", "g", "aaa"), gensub(/a/, "[\\\\0]", 1, "baa")', 'print "a/b" ~ /a\\/b/, "a/b" ~ "a/b", "ab" ~ /^a.$/, "a\\nb" ~ /a.b/, "abc" ~ "b"', 'print "a+b" ~ /a\\+b/, "aab" ~ /a+b/, "ab" ~ /a{1}b/, "a{1}b" ~ /a\\{1}b/, "aaa" ~ /^a{2,3}$/', 'print "x" ~ /[[:alpha:]]/, "]" ~ /[]]/, "a]" ~ /a[\\]]/, "-" ~ /[a\\-z]/, "/" ~ /[/]/, "\\\\" ~ /[\\\\]/', 'print "foo" ~ /\\<foo\\>/, "foo bar" ~ /foo\\y/, "a_b" ~ /\\W/, "a b" ~ /\\s/, "ab" ~ /\\B/', 'print "tab\\t" ~ /\\t/, "A" ~ /\\101/, "a.c" ~ /a\\.c/, "abc" ~ /a\\.c/', 'r = "^[0-9]+$"; print "123" ~ r, "12a" ~ r, 5 ~ 5, 55 ~ 5', 'print "ab" ~ /(a|b)*c|ab/, "" ~ //, "x" ~ //, "a|b" ~ /a\\|b/, "a" ~ /a||b/', 'print "a" ~ /b/ ? "y" : "n", !/x/, /x/ + 1', 's = "banana"; print gsub(/ana/, "<&>", s), s', 's = "banana"; print gsub(/a/, "", s), s', 's = ""; print gsub(/x*/, "y", s), s', 's = "a b"; gsub(/[ ]/, "\\\\\\\\", s); print s', 's = "aXX"; gsub(/X|$/, "-", s); print s');
run('/^#/ { next } /=/ { split($0, kv, "="); print kv[1] "->" kv[2] }', '# c\na=1\nb=2=3\nnone\n');
run('{ gsub(/[^a-z]+/, "_"); print; print NF }', 'ab 12 cd\n--x--\n');

// control
begin('while (i < 3) { if (i == 1) { i++; continue } print i++ } do { j++; if (j == 3) break } while (1); print j', 'for (;;) { if (++n > 4) break } print n', 'for (i = 0; i < 3; i++) for (j = 0; j < 3; j++) { if (j == 1) continue; if (i == 2) break; print i, j }', 'if (0) print "a"; else if (0) print "b"\n else print "c"', 'if (1) ; else print "no"; print "yes"', 'if (1) { print "a" } else { print "b" }', 'do print ++k; while (k < 2)', '{ print "block" } ; ; print "x"', 'exit 5', 'exit; print "no"', 'while (1) { if (x++ > 2) exit x }', 'for (i in none) print "no"; print "ok"', 'i = 1; while (i <= 3) print i++');
run('function f(n) { return n <= 1 ? 1 : n * f(n - 1) } BEGIN { print f(10) }');
run('function fib(n) { if (n < 2) return n; return fib(n-1) + fib(n-2) }\nBEGIN { print fib(15) }');
run('function fill(a, n,   i) { for (i = 1; i <= n; i++) a[i] = i * i } BEGIN { fill(sq, 4); print sq[1], sq[4], i == "" }');
run('function inner(b) { b["z"] = 1 } function outer(a) { inner(a) } BEGIN { outer(q); print length(q), q["z"] }');
run('function g(x) { x = 5; return } BEGIN { y = 1; z = g(y); print y, "[" z "]" }');
run('func local(a, t) { t[1] = a; return t[1] + length(t) } BEGIN { print local(3), local(4) }');
run('function r(n) { if (n > 0) r(n - 1); else print "deep" } BEGIN { r(100) }');
run('function skip() { if ($1 == "bob") next } { skip(); print $1 }', people);
run('function die(m) { print m; exit 4 } { die("gone " $1) } END { print "end" }', people);
run('function f(a, b) { return a b } BEGIN { print f("x"), f(1, 2), f(f("p", "q"), "r") }');
run('function f(x) { x[1] = 1; return length(x) }\nBEGIN { print f(a) f(a); print a[1] }');
run('BEGIN { a = "A"; b = a++; print a, b; f = "f"; print f (1), f2(1) } function f2(x) { return x }');
run('# comment\nBEGIN { # more\n  x = 1 + \\\n  2 # end\n  print x\n}\n');
run('BEGIN{print 1;print 2}\n\nEND{print 3};{print 4}', 'l\n');
run('BEGIN { print length() ; print length }', '');
run('BEGIN { printf "a\\\nb\\n" }');
run("BEGIN { print substr(\"x\", 1) ; if (!(3 in a)) print \"none\"; print c && b = 1 }");

// getline, files, redirection
run('NR == 1 { getline; print } NR == 3 { getline x; print x, NR, $0 }', people);
run('BEGIN { while ((getline line < "f") > 0) n++; print n, line; print (getline line < "none") }', '', { f: 'a\nb\nlast' });
run('BEGIN { getline < "f"; print $2, NF, NR; close("f"); getline < "f"; print; getline a["k"] < "f"; print a["k"] }', '', { f: 'a b\nc d\n' });
run('BEGIN { while (getline > 0) s = s $1; print s, NR }', people);
run('BEGIN { getline x < "-"; print x; getline; print $1 }', people);
run('END { print getline, $0 }', 'a\nb\n');
t(['awk', '{ print $1 > $3 ".txt"; print $2 >> "all" }'], people, { all: 'old\n' }, { wantTree: true });
t(['awk', '{ print > "out" } END { close("out"); while ((getline l < "out") > 0) print "got " l }'], people, {}, { wantTree: true });
t(['awk', 'BEGIN { print "a" > "x" "y"; printf "%d", 3 >> "n"; print close("xy"), close("nope") }'], '', {}, { wantTree: true });
t(['awk', 'BEGIN { print "e" > "/dev/stderr"; print "o" }'], '', null, { stderrContains: 'e' });
t(['awk', '{ print FILENAME, FNR, NR, $0 } END { print FILENAME }', 'f1', 'f2'], '', { f1: 'a\nb\n', f2: 'c\n' });
t(['awk', '{ print v, $0 }', 'v=1', 'f1', 'v=a\\tb', 'f1'], '', { f1: 'a\n' });
t(['awk', '-v', 'x=3', '-v', 'y=a\\nb', 'BEGIN { print x + 1, (x < 10), y }']);
t(['awk', 'BEGIN { for (i = 0; i < ARGC; i++) print i, ARGV[i] }', 'p', 'q=1', '--', '-x']);
t(['awk', 'BEGIN { ARGV[1] = ""; ARGV[2] = "f2" } { print }', 'f1', 'none'], '', { f1: 'a\n', f2: 'b\n' });
t(['awk', 'BEGIN { ARGC = 2 } { print }', 'f1', 'f2'], '', { f1: 'a\n', f2: 'b\n' });
t(['awk', '-f', 'p.awk', 'f1'], '', { 'p.awk': '# prog\n{ n += $1 }\nEND { print n }\n', f1: '1\n2\n' });
t(['awk', '-f', 'p.awk', '-f', 'q.awk', 'f1'], '', { 'p.awk': 'function f(x) { return x * 2 }\n', 'q.awk': '{ print f($1) }', f1: '1\n2\n' });
t(['awk', '--', '{ print }', 'f1'], '', { f1: 'a\n' });
t(['awk', '-F', ':', '--assign', 'x=1', '{ print $2 x }'], 'a:b\n');
t(['awk', 'BEGIN { print ENVIRON["NAME"], ENVIRON["none"] == "", ENVIRON["N"] < 10 }'], '', null, { env: { NAME: 'v w', N: '9', PATH: '/usr/bin:/bin' } });
t(['awk', '{ print }', 'none', 'f1'], '', { f1: 'a\n' }, { stderrContains: 'none' });
t(['awk', 'NF { print } END { print NR }'], 'no newline at the end');
t(['awk', '{ print length }'], 'x'.repeat(70000) + '\n' + 'y'.repeat(3) + '\n');
t(['awk', '{ n += NF } END { print n, NR }'], Array.from({ length: 9000 }, (_, i) => `f${i} ${i} ${'z'.repeat(i % 37)}\n`).join(''));
t(['awk', '{ s = s "x" } END { print length(s); t = s; s = s "y"; print length(t), length(s) }'], 'l\n'.repeat(3000));
t(['awk', '{ print $100000 "|" NF }'], 'a\n');
t(['awk', '{ $0 = $1; x = x $0 } END { print x, $0 }'], 'a b\nc d\n');
t(['awk', '{ x = $0; getline; print x, $0 }'], 'a b\nc d\ne\n');
t(['awk', 'BEGIN { print strftime("%Y-%m-%d %H:%M:%S %j %a %B %U %V", 1700000000, 1), mktime("2023 11 14 22 13 20") }']);
t(['awk', '\0'.length ? '{ print length, $2 }' : ''], 'a\0b c\n');
t(['awk', '{ print toupper($0) }'], '\xff\xe9a\n');

own(['awk', 'BEGIN { print log(-1), int("x" sqrt(-1)); printf "%d %5.1f|%5s|\\n", log(-1), sqrt(-1), log(-1) }'], { stdout: 'nan 0\nnan   nan|  nan|\n' });

// refusals, and mistakes in programs
const refused = (program, stderrContains) => own(['awk', program], { exit: 2, stderrContains });
refused('BEGIN { system("ls") }', 'line 1: system() runs a command');
refused('BEGIN {\n "date" | getline }', 'line 2: | getline runs a command');
refused('{ print | "sort" }', 'print | ... runs a command');
refused('BEGIN { printf "x" | "cat" }', 'runs a command');
refused('BEGIN { x = 1\n y = }', 'line 2: syntax error at or near }');
refused('BEGIN { print "abc }', 'line 1: unterminated string');
refused('/abc', 'line 1: unterminated regular expression');
refused('BEGIN { if (1 }', 'missing )');
refused('BEGIN { f(1) }', 'function f is not defined');
refused('function f(a) { return a } BEGIN { f(1, 2) }', 'more arguments');
refused('BEGIN { a[1] = 2; print a }', 'the array a is used as a scalar');
refused('function f(a) { a[1] = 1 } BEGIN { f(3) }', 'without the array');
refused('BEGIN { next }', 'in BEGIN or END');
refused('BEGIN { break }', 'outside of a loop');
refused('{ return }', 'outside of a function');
refused('BEGIN { 1 = 2 }', 'syntax error');
refused('BEGIN { print 1 / 0 }', 'line 1: division by zero');
refused('BEGIN { print $-1 }', 'field of negative number');
refused('BEGIN { NF = -1 }', 'negative value');
refused('BEGIN { printf "%d %d", 1 }', 'not enough arguments');
refused('BEGIN { print "a" ~ "(" }', 'Unmatched (');
refused('BEGIN { (1, 2) }', 'syntax error');
refused('BEGIN { print substr("x") }', 'wrong number of arguments of substr');
refused('BEGIN { print ' + '('.repeat(300) + '1', 'nested more than 200 deep');
refused('BEGIN { print "x" > "/none/f" }', 'cannot write to /none/f: No such file or directory');
refused('BEGIN { NF = 1e9 }', 'more than 10000000 fields');
refused('BEGIN { @ }', 'unexpected character');
own(['awk'], { exit: 2, stderrContains: 'missing program' });
own(['awk', '-v', '3=4', '1'], { exit: 2, stderrContains: "-v needs NAME=VALUE, not '3=4'" });
own(['awk', '-f', 'none'], { exit: 2, stderrContains: 'none: No such file or directory' });
own(['awk', '-q', '1'], { exit: 2, stderrContains: "invalid option -- 'q'" });
own(['awk', '-f', 'p'], { exit: 2, stderrContains: 'p: line 2: syntax error' }, '', { p: '{ print }\n{ print ) }\n' });

// what is assigned to is found once, and last; next in an argument comes before the call
begin('a[1] = "xa"; i = 1; sub(/a/, "b", a[i++]); print i, a[1]', 's = "aaa"; print gsub("a", "b", s), s', 'NR = 5; sub(5, 6, NR); print NR', 'sub(/q/, "w", z[1]); print length(z)',
  '$0 = "x a a"; gsub(/a/, "c"); sub("x", "y", $1); print');
run('function f() { delete a; return "x" } BEGIN { a[1] = "x"; sub(f(), "y", a[1]); print a[1]; sub("x", f(), a[1]); print a[1] }');
run('function g() { next } function f(x) { delete a; return 1 } { a[1]; f(g()) } END { print length(a) }', 'x\n');
refused('BEGIN { print ' + '1^'.repeat(300) + '1 }', 'nested more than 200 deep');
refused('BEGIN { print 0' + ' in a'.repeat(1001) + ' }', 'more than 1000 operators in a row');
refused('BEGIN { print "x" ~ /' + '('.repeat(20000) + 'x' + ')'.repeat(20000) + '/ }', 'Regular expression too big');

export const table = taken();
