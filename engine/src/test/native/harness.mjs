// Runs the cases of the built-in commands.
//
//   harness.mjs make   CASES [TABLE...]  expectations from the tools of this machine
//   harness.mjs native CASES BIN         against native builds in directory BIN
//   harness.mjs wasi   CASES BIN         against the programs BIN/*.wasm
//
// CASES is a directory with one file for each table of tables/. BIN/applets.txt
// tells which program an applet is in.
//
// A case: name, argv (argv[0] is the command), stdin, files made in the
// workspace (a name that ends in / is a directory), mtimes of them in seconds,
// exit, stdout, optional stderrContains, optional tree (files expected after
// the run). Text is Latin-1: one character is one byte.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { spawnSync } from 'node:child_process';
import { WASI } from 'node:wasi';

const [mode, folder, bin, ...others] = process.argv.slice(2);
const bytes = s => Buffer.from(s ?? '', 'latin1');
const text = b => b.toString('latin1');
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'cases-'));
const work = path.join(scratch, 'workspace');

function prepare(c) {
  fs.rmSync(work, { recursive: true, force: true });
  fs.mkdirSync(work);
  for (const [name, content] of Object.entries(c.files ?? {})) {
    const p = path.join(work, name);
    if (name.endsWith('/')) { fs.mkdirSync(p, { recursive: true }); continue; }
    fs.mkdirSync(path.dirname(p), { recursive: true });
    fs.writeFileSync(p, bytes(content));
  }
  for (const [name, t] of Object.entries(c.mtimes ?? {}))
    fs.utimesSync(path.join(work, name), t, t);
}

function tree() {
  const found = {};
  const walk = (dir, prefix) => {
    for (const e of fs.readdirSync(dir, { withFileTypes: true })) {
      const p = path.join(dir, e.name);
      if (e.isDirectory()) { found[prefix + e.name + '/'] = ''; walk(p, prefix + e.name + '/'); }
      else if (e.isFile()) found[prefix + e.name] = text(fs.readFileSync(p));
    }
  };
  walk(work, '');
  return Object.fromEntries(Object.entries(found).sort((a, b) => (a[0] < b[0] ? -1 : 1)));
}

function spawn(cmd, c) {
  const r = spawnSync(cmd, c.argv.slice(1), {
    cwd: work, input: bytes(c.stdin), argv0: c.argv[0], maxBuffer: 1 << 28, timeout: 20000,
    env: c.env ?? { LC_ALL: 'C', TZ: 'UTC0', PATH: '/usr/bin:/bin' },
  });
  if (r.error && r.error.code !== 'EPIPE') throw r.error;
  return { exit: r.status ?? 128, stdout: text(r.stdout), stderr: text(r.stderr) };
}

// find lists in no order; the commands here list in order of names.
function sortRecords(s) {
  const end = s.includes('\0') ? '\0' : '\n';
  return s.split(end).filter(Boolean).sort().map(l => l + end).join('');
}

const programs = {};
if (mode !== 'make')
  for (const line of fs.readFileSync(path.join(bin, 'applets.txt'), 'utf8').split('\n')) {
    const [program, applet] = line.split(' ');
    programs[applet] = program;
  }
const programOf = c => programs[c.argv[0]] ?? c.argv[0];

const modules = {};
function moduleOf(c) {
  const name = programOf(c);
  return modules[name] ??= new WebAssembly.Module(fs.readFileSync(path.join(bin, name + '.wasm')));
}
// Only the engine has the function that runs commands: BuiltInCasesTest runs these cases there.
const runsCommands = c => mode === 'wasi' && WebAssembly.Module.imports(moduleOf(c)).some(i => i.module === 'env');

async function wasi(c) {
  const io = ['in', 'out', 'err'].map(n => path.join(scratch, n));
  fs.writeFileSync(io[0], bytes(c.stdin));
  const fds = [fs.openSync(io[0], 'r'), fs.openSync(io[1], 'w'), fs.openSync(io[2], 'w')];
  const w = new WASI({
    version: 'preview1', args: c.argv, env: c.env ?? {}, returnOnExit: true,
    preopens: { '/workspace': work }, stdin: fds[0], stdout: fds[1], stderr: fds[2],
  });
  let exit;
  try {
    exit = w.start(new WebAssembly.Instance(moduleOf(c), w.getImportObject()));
  } catch (e) {
    exit = 'trap: ' + e.message;
  }
  fds.forEach(fd => fs.closeSync(fd));
  return { exit: exit ?? 0, stdout: text(fs.readFileSync(io[1])), stderr: text(fs.readFileSync(io[2])) };
}

function native(c) {
  return spawn(path.join(bin, programOf(c)), c);
}

async function make(name) {
  const { table } = await import(`./tables/${name}.mjs`);
  const made = [];
  const seen = {};
  for (const { own, skipStderr, wantTree, sorted, ...c } of table) {
    const n = (seen[c.argv[0]] = (seen[c.argv[0]] ?? 0) + 1);
    const command = c.argv[0] === '[' ? 'bracket' : c.argv[0];
    const out = { name: `${name}-${command}-${String(n).padStart(3, '0')}`, ...c };
    prepare(c);
    if (own) {
      Object.assign(out, own);
    } else {
      const r = spawn(c.argv[0] === '[' ? '/usr/bin/[' : c.argv[0], c);
      out.exit = r.exit;
      out.stdout = sorted ? sortRecords(r.stdout) : r.stdout;
      if (r.stderr && !skipStderr && !c.stderrContains) out.stderrContains = r.stderr.split('\n')[0];
      if (wantTree) out.tree = tree();
    }
    made.push(out);
  }
  const ascii = JSON.stringify(made).replace(/[\u007f-\u00ff]/g,
    ch => '\\u00' + ch.charCodeAt(0).toString(16).padStart(2, '0'));
  fs.writeFileSync(path.join(folder, name + '.json'), ascii.replaceAll('},{"name"', '},\n{"name"') + '\n');
  console.log(`${name}: ${made.length} cases`);
}

async function differences(c) {
  prepare(c);
  let r;
  try { r = mode === 'wasi' ? await wasi(c) : native(c); } catch (e) { r = { exit: String(e), stdout: '', stderr: '' }; }
  const why = [];
  if (r.exit !== c.exit) why.push(`exit ${r.exit}, expected ${c.exit}`);
  if (r.stdout !== c.stdout) why.push(`stdout ${JSON.stringify(r.stdout).slice(0, 400)}\n    expected ${JSON.stringify(c.stdout).slice(0, 400)}`);
  if (c.stderrContains && !r.stderr.includes(c.stderrContains)) why.push(`stderr ${JSON.stringify(r.stderr)}\n    expected ${JSON.stringify(c.stderrContains)}`);
  if (!c.stderrContains && r.stderr && c.exit === 0) why.push(`stderr ${JSON.stringify(r.stderr)}`);
  if (c.tree && JSON.stringify(tree()) !== JSON.stringify(c.tree)) why.push(`tree ${JSON.stringify(tree())}\n    expected ${JSON.stringify(c.tree)}`);
  return why;
}

if (mode === 'make') {
  const here = path.dirname(new URL(import.meta.url).pathname);
  const known = fs.readdirSync(path.join(here, 'tables')).sort().map(f => path.basename(f, '.mjs'));
  for (const name of bin ? [bin, ...others] : known) await make(name);
} else {
  let count = 0, bad = 0, left = 0;
  for (const file of fs.readdirSync(folder).sort()) {
    for (const c of JSON.parse(fs.readFileSync(path.join(folder, file), 'utf8'))) {
      if (runsCommands(c)) {
        left++;
        continue;
      }
      const why = await differences(c);
      count++;
      if (why.length) {
        bad++;
        console.log(`FAIL ${c.name}: ${JSON.stringify(c.argv)}\n  ${why.join('\n  ')}`);
      }
    }
  }
  console.log(`${mode}: ${count - bad} of ${count} cases pass${left ? `; ${left} run commands, which only the engine can` : ''}`);
  process.exitCode = bad ? 1 : 0;
}
fs.rmSync(scratch, { recursive: true, force: true });
