// jq as version 1.7 has it, where the jq of this machine is older.
import { own, taken } from '../cases.mjs';

const program = (filter, stdout, exit = 0) => own(['jq', '-nc', filter], { stdout, exit });
const fails = (filter, message) => own(['jq', '-nc', filter], { exit: 3, stderrContains: message });

// Destructuring alternatives
for (const [filter, stdout] of [
  ['[[3]] | .[] as [$a] ?// [$b] | if $a != null then error("no") else {$a,$b} end', '{"a":null,"b":3}\n'],
  ['[[1,2],{"a":3}] | .[] as [$a, $b] ?// {$a} | [$a, $b]', '[1,2]\n[3,null]\n'],
  ['[5] | .[] as [$a] ?// {$a} ?// $a | $a', '5\n'],
  ['try ([5] | .[] as [$a] ?// {$a} | $a) catch .', '"Cannot index number with string \\"a\\""\n'],
  ['[{"a":1},[2]] | reduce .[] as {$a} ?// [$a] (0; . + $a)', '3\n'],
  ['[foreach ([1],{"b":2}) as [$a] ?// {$b} (0; . + ($a // $b))]', '[1,3]\n'],
  ['[1] as [$a] ?// $a | [2] as $a ?// [$a] | $a', '[2]\n'],
  ['1 as $x | {"k":{"k":9}} | . as {k:{("k"):$y}} ?// [$y] | [$x, $y]', '[1,9]\n'],
  ['"b" as $k | {"a":1,"b":2} | . as {a:$x, ($k):$y} | [$x,$y]', '[1,2]\n'],
  ['{"a":{"b":1}} | .a?//2', '{"b":1}\n'],
]) program(filter, stdout);
fails('. as [$a] ?/ $b | 1', 'expected ?// between patterns');

// Numbers keep digits that a double does not hold, until something is computed.
for (const [filter, stdout] of [
  ['100000000000000000000, 1e3, 1.10, 1e1000, 1e-400, 9999999999E999999990', '100000000000000000000\n1000\n1.1\n1E+1000\n1E-400\n9.999999999E+999999999\n'],
  ['13911860366432393 == 13911860366432392, 13911860366432393 > 13911860366432392', 'false\ntrue\n'],
  ['13911860366432393 | ., . + 0, tostring, [.], (tojson|fromjson), ("\\(.)" | tonumber)',
    '13911860366432393\n13911860366432392\n"13911860366432393"\n[13911860366432393]\n13911860366432393\n13911860366432393\n'],
  ['[12345678901234567892, 12345678901234567891, 12345678901234567890] | sort, min', '[12345678901234567890,12345678901234567891,12345678901234567892]\n12345678901234567890\n'],
  ['[1e500, 1e501, 2e500] | sort', '[1E+500,2E+500,1E+501]\n'],
  ['0.00000012345678901234567890', '1.2345678901234567890E-7\n'],
  ['1.0000000000000000000 == 1, 100000000000000000000 == 1e20', 'true\ntrue\n'],
  ['1e99999999999999999999, -1e99999999999', '1.7976931348623157e+308\n-1.7976931348623157e+308\n'],
  ['123456789012345678901234567890 | -(-.)', '123456789012345680000000000000\n'],
]) program(filter, stdout);
own('jq -c .', { stdout: '[-123456789012345678901,1E+400,0.10000000000000000001,1]\n' }, '[-123456789012345678901, 1e400, 0.10000000000000000001, 1.0]');
own('jq -c .', { stdout: '[1,null,1.7976931348623157e+308,-1.7976931348623157e+308,null]\n' }, '[1,NaN,Infinity,-Infinity,-NaN]');
own('jq -c .', { exit: 2, stderrContains: 'Invalid literal' }, '[nancy]');
own('jq -c .', { stdout: '[1]\n' }, '\xef\xbb\xbf[1]');
own('jq -c .', { exit: 2, stderrContains: 'Invalid literal' }, '[\xef\xbb\xbf1]');

// Messages
for (const [filter, stdout] of [
  ['try ([1,2,"longer than fourteen"] | implode) catch .', '"string (\\"longer tha...) can\'t be imploded, unicode codepoint needs to be numeric"\n'],
  ['try (1|implode) catch .', '"implode input must be an array"\n'],
  ['try ({"a":[1,2,3,4,5,6,7]} + 1) catch .', '"object ({\\"a\\":[1,2,3...) and number (1) cannot be added"\n'],
  ['try path(1|.a) catch .', '"Invalid path expression near attempt to access element \\"a\\" of 1"\n'],
  ['try path([1]|.[]) catch .', '"Invalid path expression near attempt to iterate through [1]"\n'],
  ['try (["a",{}]|join(",")) catch .', '"string (\\"a,\\") and object ({}) cannot be added"\n'],
  ['try ([1]|.[nan] = 1) catch .', '"Cannot set array element at NaN index"\n'],
  ['try ("abc"|.[1:2] = "x") catch .', '"Cannot update string slices"\n'],
  ['try ([]|strflocaltime("%Y")) catch .', '"strflocaltime/1 requires array of 6 numbers"\n'],
  ['try ({(1,2|tostring):1}|{(.["1"]):2}) catch .', '"Cannot use number (1) as object key"\n'],
  ['try ("\\u00e4\\u00e4\\u00e4\\u00e4\\u00e4\\u00e4\\u00e4\\u00e4\\u00e4" + 1) catch .', '"string (\\"\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4...) and number (1) cannot be added"\n'],
]) program(filter, stdout);
fails('{(0):1}', 'jq: error: Cannot use number (0) as object key at <top-level>, line 1:');
fails('. as $foo | break $foo', 'jq: error: $*label-foo is not defined at <top-level>, line 1:');
fails('1 |\n\tnosuch(2)', 'jq: error: nosuch/1 is not defined at <top-level>, line 2:\n\tnosuch(2)\n\t         ^');

// Functions and syntax
for (const [filter, stdout] of [
  ['"x" * (0, 0.5, 1, 1.9, -1), "ab" * 2.5', '""\n""\n"x"\n"x"\nnull\n"abab"\n'],
  ['[nth(0,2,5; range(3))]', '[0,2]\n'],
  ['[(infinite, -infinite) % (1, -1, infinite)]', '[0,0,0,0,0,-1]\n'],
  ['[range(10)] | del(.[1], .[-6], .[2], .[-3:9]), del(.[0:2], .[3], .[0]), del(.[-20]), del(.[2:1])',
    '[0,3,5,6,9]\n[2,4,5,6,7,8,9]\n[0,1,2,3,4,5,6,7,8,9]\n[0,1,2,3,4,5,6,7,8,9]\n'],
  ['[[1,2,3],[4]] | del(.[0][-1], .[0][0], .[1])', '[[2]]\n'],
  ['[range(3)] | .[1:nan], .[nan:1]', '[1,2]\n[0]\n'],
  ['[1, def f: 2; f, 3]', '[1,2,3]\n'],
  ['def f: 1; def g: f, def f: 2; f; [g]', '[1,2]\n'],
  ['try -1 catch 2, try error("x") catch -3', '-1\n-3\n'],
  ['"a" as $k | {$k: 1, "b": 2}', '{"a":1,"b":2}\n'],
  ['[builtins | length > 150, any(. == "map/1"), any(startswith("_"))]', '[true,true,false]\n'],
  ['[{"id":1},{"id":2}] | JOIN({"1":"a"}; .id|tostring)', '[[{"id":1},"a"],[{"id":2},null]]\n'],
  ['12 | frexp, modf, significand, logb, (0.5|gamma|.*1000|floor)', '[0.75,4]\n[0,12]\n1.5\n3\n572\n'],
  ['drem(5;3), ldexp(1;4), scalb(1;2), copysign(1;-2), fma(2;3;4), hypot(3;4), fdim(5;3)', '-1\n16\n4\n-1\n10\n5\n2\n'],
  ['ldexp(1;1e300), ldexp(1;-1e300), (0|significand), (infinite|significand|isinfinite)', '1.7976931348623157e+308\n0\n0\ntrue\n'],
  ['have_literal_numbers, have_decnum, $__loc__', 'true\ntrue\n{"file":"<top-level>","line":1}\n'],
  ['input_filename, input_line_number', 'null\n0\n'],
]) program(filter, stdout);
own("jq -c '[., input_line_number, input_filename]' a.json b.json", { stdout: '[1,0,"a.json"]\n[2,1,"a.json"]\n[3,0,"b.json"]\n' }, '', { 'a.json': '1\n2\n', 'b.json': '3' });

// Modules
const modules = {
  'lib/a.jq': 'module {"version": 1.7};\ndef a: "a"; def a(f): [f]; def rec: if . > 2 then . else . + 1 | rec end;',
  'lib/b/b.jq': 'import "a" as x; def b: x::a + "b";',
  'lib/deep/c.jq': 'import "d" as d {search: "./near"}; def c: d::d;',
  'lib/deep/near/d.jq': 'def d: "d";',
  'lib/data.json': '{"x":1}\n2\n',
  'lib/loop.jq': 'import "pool" as p; def l: 1;',
  'lib/pool.jq': 'import "loop" as l; def p: 1;',
  'lib/broken.jq': 'def f: 1;\ndef g: nope;',
  'lib/nodef.jq': '1 + 1',
  'lib/bad.json': '{',
  'lib/twice.jq': 'def f: 1; def f: 2;',
};
const using = (filter, stdout) => own(['jq', '-nc', '-L', 'lib', filter], { stdout }, '', modules);
const refused = (filter, message) => own(['jq', '-nc', '-Llib', filter], { exit: 3, stderrContains: message }, '', modules);
using('import "a" as m; m::a, m::a(1,2), (1|m::rec)', '"a"\n[1,2]\n3\n');
using('import "b" as m; m::b', '"ab"\n');
using('include "a"; import "b" as a; [a, a::b]', '["a","ab"]\n');
using('import "deep/c" as m; m::c', '"d"\n');
using('import "data" as $d; $d, $d::d', '[{"x":1},2]\n[{"x":1},2]\n');
using('import "twice" as t; t::f', '2\n');
using('"a", "b", "deep/c" | modulemeta', '{"version":1.7,"deps":[],"defs":["a/0","a/1","rec/0"]}\n{"deps":[{"as":"x","is_data":false,"relpath":"a"}],"defs":["b/0"]}\n{"deps":[{"search":"./near","as":"d","is_data":false,"relpath":"d"}],"defs":["c/0"]}\n');
using('try ("gone" | modulemeta) catch ., try (1 | modulemeta) catch .', '"module not found in the directories of -L: gone"\n"modulemeta input module name must be a string"\n');
refused('import "gone" as m; 1', 'module not found in the directories of -L: gone');
refused('import "../lib/a" as m; 1', 'a module needs a name that leads down');
refused('import "/etc/a" as m; 1', 'a module needs a name that leads down');
refused('import "loop" as m; 1', 'a module imports itself: lib/loop.jq');
refused('import "broken" as m; 1', 'jq: error: nope/0 is not defined at lib/broken.jq, line 2:');
refused('import "nodef" as m; 1', 'expected a definition at lib/nodef.jq, line 1:');
refused('import "bad" as $d; 1', 'invalid JSON text in lib/bad.json');
refused('import "a" as m; m::gone', 'm::gone/0 is not defined');
refused('import "a" as m; a', 'a/0 is not defined');
refused('module (.+1); 0', 'Module metadata must be constant at <top-level>, line 1:');
refused('module []; 0', 'Module metadata must be an object');
refused('include "\\(1)"; 0', 'Import path must be constant');
refused('include "\\ "; 0', "Invalid escape at line 1, column 4 (while parsing '\"\\ \"') at <top-level>, line 1:");
refused('1 | import "a" as m; 1', 'imports stand at the beginning of a program');
own('jq -n -f main/prog', { stdout: '"near"\n' }, '', { 'main/prog': 'import "m" as m {search: "./"}; m::m', 'main/m.jq': 'def m: "near";' });
own("jq -n 'import \"a\" as a; 1'", { exit: 3, stderrContains: 'module not found in the directories of -L: a' });

// --stream, --seq, -C
own('jq -c --stream .', { stdout: '[[0],1]\n[[1,"a"],[]]\n[[1,"b","c"],2]\n[[1,"b","c"]]\n[[1,"b"]]\n[[2],{}]\n[[2]]\n[[],3]\n[[],"x"]\n' }, '[1,{"a":[],"b":{"c":2}},{}] 3 "x"');
own("jq -cn --stream 'fromstream(inputs)'", { stdout: '[1,{"a":[],"":{"c":[[[]]]}}]\n{}\n' }, '[1,{"a":[],"":{"c":[[[]]]}}] {}');
own("jq -cn --stream '[inputs | select(length == 2) | .[1]]'", { stdout: '[1,2,3]\n' }, '{"a":[1,2],"b":{"c":3}}');
own("jq -cn --stream 'fromstream(1 | truncate_stream(inputs))'", { stdout: '{"a":1}\n[2]\n' }, '[{"a":1},[2]]');
own('jq -cs --stream .', { stdout: '[[[0],1],[[0]]]\n' }, '[1]');
for (const [text, message] of [['[1,[', 'Unfinished JSON term'], ['[1,]', 'Invalid literal'], ['{"a":1,}', 'Object keys must be strings'],
  ['{"a" 1}', 'Objects must consist of key:value pairs'], ['[1 2]', 'Expected separator between values'], ['{1:2}', 'Object keys must be strings'],
  ['['.repeat(600), 'Exceeds depth limit for parsing'], ['{"a":', 'Unfinished JSON term']])
  own("jq -cn --stream 'try inputs'", { exit: 2, stdout: { '[1,[': '[[0],1]\n', '[1,]': '[[0],1]\n', '{"a":1,}': '[["a"],1]\n', '[1 2]': '[[0],1]\n' }[text] ?? '', stderrContains: message }, text);
own('jq -c --seq .', { stdout: '\x1e1\n\x1e[2]\n' }, '\x1e1\n\x1e[2]\n');
own("jq -cC '.'", { stdout: '\x1b[1;39m[\x1b[1;39m{\x1b[0m\x1b[1;34m"a"\x1b[0m\x1b[1;39m:\x1b[0m\x1b[0;39mtrue\x1b[0m\x1b[1;39m\x1b[1;39m}\x1b[0m\x1b[1;39m,\x1b[0;39m1\x1b[0m\x1b[1;39m,\x1b[0;32m"x"\x1b[0m\x1b[1;39m,\x1b[0;90mnull\x1b[0m\x1b[1;39m\x1b[1;39m]\x1b[0m\n' }, '[{"a":true},1,"x",null]');
own('jq -CM .', { stdout: '1\n' }, '1');
own(['jq', '-n', '--', '-1'], { stdout: '-1\n' });

export const table = taken();
