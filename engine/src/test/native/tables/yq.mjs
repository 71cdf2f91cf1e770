// yq: there is no such tool on every machine, and two programs of that name; the answers are ours.
import { own, taken } from '../cases.mjs';

const json = (yaml, stdout) => own('yq -o json -c .', { stdout: stdout + '\n' }, yaml);
const yaml = (filter, stdout) => own(['yq', '-n', filter], { stdout: stdout + '\n' });
const no = (yaml, why, stdout = '') => own('yq -o json -c .', { exit: 2, stdout, stderrContains: `yq: standard input:${why}` }, yaml);

// Reading: collections
json('a: 1\nb:\n- x\n- y: 2\n  z: [1, {c: d}, "e"]\n', '{"a":1,"b":["x",{"y":2,"z":[1,{"c":"d"},"e"]}]}');
json('- - a\n  - b\n-\n  - c\n- k: v\n  l:\n    m\n', '[["a","b"],["c"],{"k":"v","l":"m"}]');
json('? a\n: b\n? c\n? d\n: - e\n', '{"a":"b","c":null,"d":["e"]}');
json('a:\nb: # nothing\nc: ~\n', '{"a":null,"b":null,"c":null}');
json('{a, b: , "c":1, ? d : 2, : e}', '{"a":null,"b":null,"c":1,"d":2,"":"e"}');
json('[a: b, c, [], {}, "d":e, ? f : g,]', '[{"a":"b"},"c",[],{},{"d":"e"},{"f":"g"}]');
json('a: [\n  1, # one\n  2\n]\n', '{"a":[1,2]}');
json('"a b": 1\n\'c\'\'d\' : 2\ne f: 3\nhttp://x: y\n', '{"a b":1,"c\'d":2,"e f":3,"http://x":"y"}');
json('%YAML 1.2\n---\na\n...\n# end\n---\n---\n- b\n', '"a"\nnull\n["b"]');
own('yq -c .', { stdout: '' }, '# nothing\n');
own('yq -c .', { stdout: '' }, '');
json('\xef\xbb\xbfa: b\r\nc: d\re: f', '{"a":"b","c":"d","e":"f"}');

// Reading: scalars
json('[~, null, Null, NULL, nUll, true, True, TRUE, tRue, false, yes, no, on, off, y]', '[null,null,null,null,"nUll",true,true,true,"tRue",false,"yes","no","on","off","y"]');
json('[1, -1, +1, 007, 0o17, 0x1F, 0xffffffffffffffff, 123456789012345678901234567890]', '[1,-1,1,7,15,31,18446744073709551615,123456789012345678901234567890]');
json('[1.5, .5, 5., 1e3, 1E-2, -1.5e+2, 1e1000]', '[1.5,0.5,5,1000,0.01,-150,1E+1000]');
json('[1_000, 1:20, 0b1, 0o8, 0xg, 1e, ., +, --1, 2001-01-01, 0x1ffffffffffffffff]', '["1_000","1:20","0b1","0o8","0xg","1e",".","+","--1","2001-01-01","0x1ffffffffffffffff"]');
json('[.nan, .inf, -.INF, .Inf, +.inf, -.nan]', '[null,1.7976931348623157e+308,-1.7976931348623157e+308,1.7976931348623157e+308,1.7976931348623157e+308,"-.nan"]');
json('a b\n  c\n\n  d # e\n', '"a b c\\nd"');
json('"a\\tb \\\n  c\n\n  d\\x41\\u00e9\\U0001F600\\ud83d\\ude00\\N\\_\\L\\P\\0\\e\\/"', '"a\\tb c\\ndA\xc3\xa9\xf0\x9f\x98\x80\xf0\x9f\x98\x80\xc2\x85\xc2\xa0\xe2\x80\xa8\xe2\x80\xa9\\u0000\\u001b/"');
json("'it''s\n\n  \\n'", '"it\'s\\n\\\\n"');
json('a: |\n  x\n   y\n\n  z\n\nb: |-\n  x\nc: |+\n  x\n\nd: >\n  x\n  y\n\n  z\n   w\n  v\ne: >-\n\n  x\n', '{"a":"x\\n y\\n\\nz\\n","b":"x","c":"x\\n\\n","d":"x y\\nz\\n w\\nv\\n","e":"\\nx"}');
json('- |2-\n    x\n   y\n- >1\n  x\n- |\n- x\n', '["  x\\n y"," x\\n","","x"]');
json('a: b#c\nd: e #f\ng: -h\ni: ?j\nk: :l\nm: n:o\np: "#q"\n', '{"a":"b#c","d":"e","g":"-h","i":"?j","k":":l","m":"n:o","p":"#q"}');

// Anchors, merge keys, tags
json('a: &x [1, 2]\nb: *x\nc: &x 3\nd: *x\n*x : e\n', '{"a":[1,2],"b":[1,2],"c":3,"d":3,"3":"e"}');
json('d: &d {a: 1, b: 2}\ne:\n  <<: *d\n  b: 3\nf:\n  b: 0\n  <<: [{a: 9}, *d]\n', '{"d":{"a":1,"b":2},"e":{"a":1,"b":3},"f":{"a":9,"b":0}}');
json('"<<": 1\n', '{"<<":1}');
json('[!!str 1, ! 2, !!int "3", !!float 4, !!bool "true", !!null "", !!seq [], !!map {}, !<tag:yaml.org,2002:str> 5, !!str]', '["1","2",3,4,true,null,[],{},"5",""]');
json('&a !!map\n&b k: &c v\n', '{"k":"v"}');

// What is refused
for (const [text, why] of [
  ['a: 1\na: 2\n', "2:1: a key that this mapping has already: 'a'"],
  ['{1: x, "1": y}', "1:8: a key that this mapping has already: '1'"],
  ['[1]: 2\n', '1:1: a collection as a key, which JSON does not have'],
  ['? {a: b}\n: 2\n', '1:1: a collection as a key'],
  ['a: !Ref b\n', "1:4: only !!str, !!int, !!float, !!bool, !!null, !!seq and !!map are known, not '!Ref'"],
  ['!!int x', "1:7: the tag does not fit 'x'"],
  ['a: b: c\n', '1:4: a collection begins in a line of its own'],
  ['a: - b\n', '1:4: a collection begins in a line of its own'],
  ['a:\n\tb: c\n', '2:1: a tab in the indentation; use spaces'],
  ['a:\n  b: c\n d: e\n', '3:2: more indentation than the entries before'],
  ['a: "b\nc"\n', '2:1: this line of a quoted string needs more indentation'],
  ['a: [b,\nc]\n', '2:1: this line of a value in brackets needs more indentation'],
  ['[a b', '1:1: a bracket that is not closed'],
  ['[a, , b]', '1:5: a value is missing between commas'],
  ['[a}', '1:3: a ] is missing'],
  ['{a: b c: d}', '1:8: a comma or the closing bracket is missing'],
  ['"abc', '1:1: a quoted string does not end'],
  ['"\\q"', '1:2: unknown escape in double quotes'],
  ['"\\ud800"', '1:2: an escape that is not a character'],
  ['"\\x4"', '1:5: an escape needs more hexadecimal digits'],
  ['a: @b\n', "1:4: a value cannot begin with '@'"],
  ['a: *b\n', "1:4: no such anchor: 'b'"],
  ['a: &a [*a]\n', "1:8: a value that contains itself: 'a'"],
  ['a: &a &b c\n', '1:7: a second anchor of one value'],
  ['<<: 1\n', '1:1: << takes a mapping or a sequence of mappings'],
  ['- a\nb: c\n', '2:1: a second value without --- in between'],
  ['a: |3x\n  b\n', '1:6: the text of a block begins in the line behind | or >'],
  ['a: |\n   \n  b\n', '3:3: an empty line before this one has more spaces'],
  ['%YAML 2.0\n---\n', '1:7: only YAML 1 is read'],
  ['%TAG !! tag:x,2000:\n---\n', '1:6: !! stands for the tags of the core schema'],
  ['a: \x01b\n', '1:4: a control character'],
  ['a: \xff\n', '1:4: this is not UTF-8'],
  ['\xff\xfea\0', '1:1: this is UTF-16 or UTF-32'],
  ['['.repeat(600), '1:257: nested more than 256 deep'],
  ['- '.repeat(600) + 'a', '1:513: nested more than 256 deep'],
]) no(text, why);
no('a\n---\n]\n', "3:1: a value cannot begin with ']'", '"a"\n');
const laughs = ['a: &a [x, x, x, x, x, x, x, x, x]', ...'bcdefghi'.split('').map((c, i) => `${c}: &${c} [${Array(9).fill('*' + 'abcdefghi'[i]).join(', ')}]`)].join('\n');
no(laughs, '7:16: aliases make this document more than 16 MiB larger');
no(Array.from({ length: 5 }, (_, i) => `- &a${i} ${'['.repeat(100)}${i ? `*a${i - 1}` : 'x'}${']'.repeat(100)}`).join('\n'), '3:107: nested more than 256 deep with this alias');
json('['.repeat(256) + ']'.repeat(256), '['.repeat(256) + ']'.repeat(256));

// Writing
yaml('{a: 1, b: [1, [2, [3]], {c: {d: null}}], e: [], f: {}}', 'a: 1\nb:\n  - 1\n  - - 2\n    - - 3\n  - c:\n      d: null\ne: []\nf: {}');
yaml('["yes", "no", "on", "y", "null", "~", "true", "1", "-1.5", "0x1f", "1:20", "2001-01-01", "1e5", ".inf", "<<", "="]',
  ['yes', 'no', 'on', 'y', 'null', '~', 'true', '1', '-1.5', '0x1f', '1:20', '2001-01-01', '1e5', '.inf', '<<', '='].map(s => `- "${s}"`).join('\n'));
yaml('["10.0.0.1", "a b", "it\'s", "/x", "-v", "x-1", "a:b", "a#b", "yess", "\\u00e9"]', '- 10.0.0.1\n- a b\n- it\'s\n- /x\n- -v\n- x-1\n- a:b\n- a#b\n- yess\n- \xc3\xa9');
yaml('["", " a", "a ", "a: b", "a:", "a #b", "#a", "- a", "[a", "*a", "&a", "!a", "|", "%", "@", "`", "...", "a\\tb", "a\\u0085\\u2028\\ufeff\\u0000\\u001b\\\\", "\\""]',
  '- ""\n- " a"\n- "a "\n- "a: b"\n- "a:"\n- "a #b"\n- "#a"\n- "- a"\n- "[a"\n- "*a"\n- "&a"\n- "!a"\n- "|"\n- "%"\n- "@"\n- "`"\n- "..."\n- "a\\tb"\n- "a\\x85\\u2028\\ufeff\\x00\\e\\\\"\n- "\\""');
yaml('{a: "x\\ny", b: ["x\\n y\\n\\nz\\n"], c: "x\\n\\n", "d\\ne": "\\nx"}', 'a: |-\n  x\n  y\nb:\n  - |\n    x\n     y\n\n    z\nc: |+\n  x\n\n"d\\ne": "\\nx"');
yaml('"a\\nb"', '|-\n  a\n  b');
yaml('[1e300, -1e-7, nan, infinite, -infinite, 1.5]', '- 1.0e+300\n- -1.0e-07\n- .nan\n- .inf\n- -.inf\n- 1.5');
yaml('{("k" * 1100): {a: 1}}', `? ${'k'.repeat(1100)}\n:\n  a: 1`);
own(['yq', '-a', '.'], { stdout: '- "\\xe9\\U0001f600"\n' }, '[\xc3\xa9\xf0\x9f\x98\x80]');
own(['yq', '-S', '.'], { stdout: 'a: 1\nb: 2\n' }, 'b: 2\na: 1\n');

// Formats, filters, files
own("yq '.a[]'", { stdout: 'x\n---\ny: 1\n'.replace('y: 1', '"y": 1') }, 'a: [x, y: 1]\n');
own("yq -r '.a[]'", { stdout: 'x\nyes\n' }, 'a: [x, "yes"]\n');
own("yq -j '.a[]'", { stdout: 'x1' }, 'a: [x, 1]\n');
own('yq -p json .', { stdout: 'a: 1\n---\nb: 100000000000000000001\n' }, '{"a":1}{"b":100000000000000000001}');
own('yq -o json .', { stdout: '{\n  "a": 1\n}\n' }, 'a: 1\n');
own('yq --input-format=yaml --output-format json --tab .', { stdout: '{\n\t"a": 1\n}\n' }, 'a: 1\n');
own('yq -s -c .', { stdout: '[1,2]\n' }, '1\n---\n2\n');
own('yq -n -c [inputs]', { stdout: '[1,2,3]\n' }, '1\n---\n2\n---\n3\n');
own("yq -c '[., input_filename]' f g", { stdout: '["a","f"]\n["b","g"]\n' }, '', { f: 'a', g: 'b\n' });
own('yq -R .', { stdout: '"a: b"\n' }, 'a: b\n');
own("yq --arg v 7 '.image = \"x:\" + $v | .ports |= map(. + 1)' f", { stdout: 'image: x:7\nports:\n  - 81\n' }, '', { f: 'image: y # old\nports: [80]\n' });
own('yq -e .a', { exit: 1, stdout: 'false\n' }, 'a: false');
own('yq .a.b', { exit: 5, stderrContains: 'yq: error: Cannot index number with string "b"' }, 'a: 1');
own('yq .a f', { exit: 2, stderrContains: 'yq: f: No such file or directory' }, '', {});
own('yq -p toml .', { exit: 2, stderrContains: "yq: a format is yaml or json, not 'toml'" });
own('yq --stream .', { exit: 2, stderrContains: 'yq: --stream and --seq are options of jq' }, '[]');
own('jq -p yaml .', { exit: 2, stderrContains: "jq: invalid option -- 'p'" });

export const table = taken();
