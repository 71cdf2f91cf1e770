/* Functions in the language itself, parsed when a program names them. */
#include "scope.h"

typedef struct {
    const char *name;
    int n;
    const char *text; /* behind the def */
    Def *def;
} Entry;

static Entry entries[] = {
    {"map", 1, "map(f): [.[] | f];", NULL},
    {"map_values", 1, "map_values(f): .[] |= f;", NULL},
    {"recurse", 0, "recurse: ..;", NULL},
    {"recurse", 1, "recurse(f): def r: ., (f | r); r;", NULL},
    {"recurse", 2, "recurse(f; c): def r: ., (f | select(c) | r); r;", NULL},
    {"values", 0, "values: select(. != null);", NULL},
    {"nulls", 0, "nulls: select(. == null);", NULL},
    {"booleans", 0, "booleans: select(type == \"boolean\");", NULL},
    {"numbers", 0, "numbers: select(type == \"number\");", NULL},
    {"strings", 0, "strings: select(type == \"string\");", NULL},
    {"arrays", 0, "arrays: select(type == \"array\");", NULL},
    {"objects", 0, "objects: select(type == \"object\");", NULL},
    {"iterables", 0, "iterables: select(type == \"array\" or type == \"object\");", NULL},
    {"scalars", 0, "scalars: select(type != \"array\" and type != \"object\");", NULL},
    {"in", 1, "in(o): . as $k | o | has($k);", NULL},
    {"inside", 1, "inside(o): . as $p | o | contains($p);", NULL},
    {"add", 1, "add(f): reduce f as $x (null; . + $x);", NULL},
    {"any", 0, "any: any(.[]; .);", NULL},
    {"any", 1, "any(f): any(.[]; f);", NULL},
    {"any", 2, "any(g; f): isempty(g | f | select(.)) | not;", NULL},
    {"all", 0, "all: all(.[]; .);", NULL},
    {"all", 1, "all(f): all(.[]; f);", NULL},
    {"all", 2, "all(g; f): isempty(g | f | select(. | not));", NULL},
    {"flatten", 0, "flatten: flatten(1e9);", NULL},
    {"reverse", 0,
     "reverse: if type == \"string\" then explode | _reverse | implode else _reverse end;", NULL},
    {"sort_by", 1, "sort_by(f): _sort_by(map([f]));", NULL},
    {"group_by", 1, "group_by(f): _group_by(map([f]));", NULL},
    {"unique", 0, "unique: _unique_by(.);", NULL},
    {"unique_by", 1, "unique_by(f): _unique_by(map([f]));", NULL},
    {"min", 0, "min: _min_by(.);", NULL},
    {"max", 0, "max: _max_by(.);", NULL},
    {"min_by", 1, "min_by(f): _min_by(map([f]));", NULL},
    {"max_by", 1, "max_by(f): _max_by(map([f]));", NULL},
    {"first", 0, "first: .[0];", NULL},
    {"last", 0, "last: .[-1];", NULL},
    {"last", 1, "last(f): reduce f as $x (null; $x);", NULL},
    {"nth", 1, "nth($n): .[$n];", NULL},
    {"nth", 2,
     "nth($n; f): if $n < 0 then error(\"nth doesn't support negative indices\")"
     " else first(skip($n; f)) end;",
     NULL},
    {"skip", 2,
     "skip($n; f): foreach f as $x ($n + 1; . - 1; if . <= 0 then $x else empty end);", NULL},
    {"del", 1, "del(f): delpaths([path(f)]);", NULL},
    {"paths", 0, "paths: path(..) | select(length > 0);", NULL},
    {"paths", 1,
     "paths(f): path(.. | select(f)) | select(length > 0);", NULL},
    {"leaf_paths", 0, "leaf_paths: paths(scalars);", NULL},
    {"pick", 1,
     "pick(f): . as $v | reduce path(f) as $p (null; setpath($p; $v | getpath($p)));", NULL},
    {"from_entries", 0,
     "from_entries: reduce .[] as $e ({}; . + {($e | if type == \"object\" then"
     " (if has(\"key\") then .key elif has(\"k\") then .k elif has(\"name\") then .name"
     " elif has(\"Name\") then .Name elif has(\"Key\") then .Key else .K end)"
     " else .[0] end | if type == \"string\" then . else tojson end):"
     " ($e | if has(\"value\") then .value elif has(\"v\") then .v else .Value end)});",
     NULL},
    {"with_entries", 1, "with_entries(f): to_entries | map(f) | from_entries;", NULL},
    {"walk", 1,
     "walk(f): def w: if type == \"object\" then map_values(w)"
     " elif type == \"array\" then map(w) else . end | f; w;",
     NULL},
    {"transpose", 0,
     "transpose: . as $m | [range(map(length) | max // 0) as $i | [$m[][$i]]];", NULL},
    {"combinations", 0,
     "combinations: if length == 0 then [] else .[0][] as $x"
     " | (.[1:] | combinations) as $w | [$x] + $w end;",
     NULL},
    {"combinations", 1,
     "combinations($n): . as $d | [range($n)] | map($d) | combinations;", NULL},
    {"env", 0, "env: $ENV;", NULL},
    {"debug", 1, "debug(m): (m | debug | empty), .;", NULL},
    {"halt_error", 0, "halt_error: halt_error(5);", NULL},
    {"todate", 0, "todate: strftime(\"%Y-%m-%dT%H:%M:%SZ\");", NULL},
    {"fromdateiso8601", 0, "fromdateiso8601: strptime(\"%Y-%m-%dT%H:%M:%SZ\") | mktime;", NULL},
    {"todateiso8601", 0, "todateiso8601: todate;", NULL},
    {"fromdate", 0, "fromdate: fromdateiso8601;", NULL},
    {"date", 0, "date: todate;", NULL},
    {"dateadd", 2, "dateadd($u; $n): . + $n;", NULL},
    {"test", 1, "test($r): test($r; null);", NULL},
    {"test", 2, "test($r; $f): _match($r; $f; true);", NULL},
    {"match", 1, "match($r): match($r; null);", NULL},
    {"match", 2, "match($r; $f): _match($r; $f; false) | .[];", NULL},
    {"_captured", 0,
     "_captured: reduce (.captures[] | select(.name != null)) as $c ({}; .[$c.name] = $c.string);",
     NULL},
    {"capture", 1, "capture($r): match($r; null) | _captured;", NULL},
    {"capture", 2, "capture($r; $f): match($r; $f) | _captured;", NULL},
    {"scan", 1, "scan($r): scan($r; null);", NULL},
    {"scan", 2,
     "scan($r; $f): match($r; \"g\" + $f) | if (.captures | length) > 0"
     " then [.captures[].string] else .string end;",
     NULL},
    {"split", 2, "split($r; $f): [splits($r; $f)];", NULL},
    {"splits", 1, "splits($r): splits($r; null);", NULL},
    {"splits", 2,
     "splits($r; $f): . as $s | [match($r; \"g\" + $f) | [.offset, .length]] as $m"
     " | [[0] + ($m | map(.[0] + .[1])), ($m | map(.[0])) + [null]] | transpose[]"
     " | $s[.[0]:.[1]];",
     NULL},
    {"sub", 2, "sub($r; f): sub($r; f; \"\");", NULL},
    {"sub", 3,
     "sub($r; f; $o): [match($r; $o)] as $m | _splice($m; [$m[] | _captured | first(f)]);", NULL},
    {"gsub", 2, "gsub($r; f): sub($r; f; \"g\");", NULL},
    {"gsub", 3, "gsub($r; f; $o): sub($r; f; $o + \"g\");", NULL},
    {"ascii", 0, "ascii: [.] | implode;", NULL},
    {"tostream", 0,
     "tostream: path(def r: (.[]? | r), .; r) as $p | getpath($p)"
     " | reduce path(.[]?) as $q ([$p, .]; [$p + $q]);",
     NULL},
    {"fromstream", 1,
     "fromstream(f): {x: null, e: false} as $i | foreach f as $e ($i;"
     " if .e then $i else . end | if $e | length == 2"
     " then setpath([\"e\"]; $e[0] | length == 0) | setpath([\"x\"] + $e[0]; $e[1])"
     " else setpath([\"e\"]; $e[0] | length == 1) end; if .e then .x else empty end);",
     NULL},
    {"truncate_stream", 1,
     "truncate_stream(s): . as $n | null | s | . as $i | if (.[0] | length) > $n"
     " then setpath([0]; .[0][$n:]) else empty end;",
     NULL},
    {"have_literal_numbers", 0, "have_literal_numbers: true;", NULL},
    {"have_decnum", 0, "have_decnum: true;", NULL},
    {"datesub", 2, "datesub($u; $n): . - $n;", NULL},
    {"JOIN", 2, "JOIN($o; f): [.[] | [., $o[f]]];", NULL},
    {"JOIN", 3, "JOIN($o; s; f): s | [., $o[f]];", NULL},
    {"JOIN", 4, "JOIN($o; s; f; j): s | [., $o[f]] | j;", NULL},
    {"IN", 1, "IN(s): any(s == .; .);", NULL},
    {"IN", 2, "IN(s; t): any(s == t; .);", NULL},
    {"INDEX", 1, "INDEX(f): INDEX(.[]; f);", NULL},
    {"INDEX", 2, "INDEX(s; f): reduce s as $r ({}; .[$r | f | tostring] |= $r);", NULL},
    {"finites", 0, "finites: select(isinfinite or isnan | not);", NULL},
    {"normals", 0, "normals: select(isnormal);", NULL},
    {"index", 1, "index($i): indices($i) | .[0];", NULL},
    {"rindex", 1, "rindex($i): indices($i) | .[-1];", NULL},
    {"tojson", 0, "tojson: @json;", NULL},
    {"toarray", 0, "toarray: if type == \"array\" then . else [.] end;", NULL},
    {"abs", 0, "abs: if type == \"number\" and . < 0 then -. else . end;", NULL},
    {"trimstr", 1, "trimstr($s): ltrimstr($s) | rtrimstr($s);", NULL},
};

static Def *parsed(const Grammar *grammar, Entry *e)
{
    Parser p = {.grammar = grammar,
                .lx = {.start = e->text, .p = e->text, .end = e->text + strlen(e->text)}};
    lex_next(&p.lx);
    /* Found again while its own text is read: then the call goes by the name. */
    return grammar->definition(&p);
}

Value prelude_names(Value list)
{
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
        list = name_added(list, entries[i].name, entries[i].n);
    return list;
}

Def *prelude_find(const Grammar *grammar, const char *name, int n)
{
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++) {
        Entry *e = &entries[i];
        if (e->n != n || strcmp(e->name, name))
            continue;
        if (!e->def)
            e->def = parsed(grammar, e);
        return e->def;
    }
    return NULL;
}
