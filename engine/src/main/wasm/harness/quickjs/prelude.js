// What JavaScript finds when it starts. It is evaluated once, gets the functions of host.c,
// and returns what world.c calls. A program that changes built-in objects changes what it
// sees itself; host.c takes nothing but numbers, texts and bytes.
(function (host) {
  'use strict';
  const CODES = {2: 'EACCES', 8: 'EBADF', 20: 'EEXIST', 28: 'EINVAL', 31: 'EISDIR', 44: 'ENOENT',
    48: 'ENOMEM', 51: 'ENOSPC', 54: 'ENOTDIR', 55: 'ENOTEMPTY', 63: 'EPERM', 69: 'EROFS',
    19: 'EDQUOT', 22: 'EFBIG', 29: 'EIO', 32: 'ELOOP', 33: 'EMFILE', 37: 'ENAMETOOLONG', 75: 'EXDEV'};
  const isString = (x) => typeof x === 'string';
  const define = (target, members) => {
    for (const name of Reflect.ownKeys(members)) {
      const member = Object.getOwnPropertyDescriptor(members, name);
      Object.defineProperty(target, name, {...member, enumerable: false});
    }
    return target;
  };

  // ---- errors of the system ----
  function must(result, call, path) {
    if (typeof result !== 'number' || result >= 0) return result;
    const code = CODES[-result] ?? `E${-result}`;
    const where = path === undefined ? '' : ` '${path}'`;
    const error = new Error(`${code}: ${host.error(-result)}, ${call}${where}`);
    throw Object.assign(error, {code, errno: result, syscall: call, path});
  }

  // ---- texts and bytes ----
  function bytesOf(data) {
    if (isString(data)) return data;
    if (data instanceof Uint8Array) return data;
    if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    if (data instanceof ArrayBuffer) return new Uint8Array(data);
    return String(data);
  }
  const decode = (bytes) => host.decode(bytes);

  class TextEncoder {
    get encoding() { return 'utf-8'; }
    encode(text = '') { return host.encode(String(text).toWellFormed()); }
  }
  class TextDecoder {
    #fatal;
    #ignoreBom;
    constructor(label = 'utf-8', {fatal = false, ignoreBOM = false} = {}) {
      if (!/^\s*utf-?8\s*$/i.test(label)) throw new RangeError(`the encoding '${label}' is not supported, only utf-8`);
      this.#fatal = fatal;
      this.#ignoreBom = ignoreBOM;
    }
    get encoding() { return 'utf-8'; }
    get fatal() { return this.#fatal; }
    decode(data) {
      if (data === undefined) return '';
      const bytes = bytesOf(data);
      if (isString(bytes)) throw new TypeError('decode needs bytes');
      const text = decode(bytes);
      if (this.#fatal && text.includes('\ufffd') && !sameBytes(host.encode(text), bytes)) {
        throw new TypeError('the bytes are not valid utf-8');
      }
      return !this.#ignoreBom && text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
    }
  }
  const sameBytes = (a, b) => a.length === b.length && a.every((each, i) => each === b[i]);

  // ---- how values are shown ----
  const KEY = /^[A-Za-z_$][\w$]*$/;
  const quoted = (text) => {
    const inner = JSON.stringify(text).slice(1, -1);
    if (!text.includes("'")) return `'${inner.replaceAll('\\"', '"')}'`;
    return text.includes('"') ? `\`${inner.replaceAll('\\"', '"')}\`` : `"${inner}"`;
  };
  function errorText(error) {
    const stack = isString(error.stack) ? error.stack.trimEnd() : '';
    let head = error.name || 'Error';
    if (error.message) head += `: ${error.message}`;
    return stack ? `${head}\n${stack}` : head;
  }
  function primitive(value) {
    if (isString(value)) return quoted(value);
    if (typeof value === 'bigint') return `${value}n`;
    return value === 0 && 1 / value < 0 ? '-0' : String(value);
  }
  function functionText(value) {
    const kind = /^class\b/.test(Function.prototype.toString.call(value)) ? 'class' : 'Function';
    return value.name ? `[${kind}: ${value.name}]` : `[${kind} (anonymous)]`;
  }
  function joined(open, parts, close, depth) {
    if (!parts.length) return open + close;
    const line = `${open} ${parts.join(', ')} ${close}`;
    if (line.length <= 76 && !line.includes('\n')) return line;
    const indent = '  '.repeat(depth + 1);
    return `${open}\n${indent}${parts.join(`,\n${indent}`)}\n${'  '.repeat(depth)}${close}`;
  }
  const MOST_ITEMS = 100;
  const NONE = [];
  function items(values, inner) {
    const parts = [];
    let count = 0;
    for (const value of values) {
      if (count++ < MOST_ITEMS) parts.push(inner(value));
    }
    if (count > MOST_ITEMS) parts.push(`... ${count - MOST_ITEMS} more items`);
    return parts;
  }
  function properties(value, inner) {
    return Object.keys(value).map((key) => {
      const member = Object.getOwnPropertyDescriptor(value, key);
      const shown = member && (member.get || member.set) ? '[Getter]' : inner(value[key]);
      return `${KEY.test(key) ? key : quoted(key)}: ${shown}`;
    });
  }
  function inspect(value, depth = 0, seen = NONE) {
    if (value === null || typeof value !== 'object' && typeof value !== 'function') return primitive(value);
    if (seen.includes(value)) return '[Circular]';
    if (value instanceof Error) return errorText(value);
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
    if (value instanceof RegExp) return String(value);
    const name = value.constructor?.name ?? 'Object';
    if (depth > 3) return Array.isArray(value) ? '[Array]' : `[${name}]`;
    const inner = (each) => inspect(each, depth + 1, [...seen, value]);
    const body = (open, parts, close) => joined(open, parts, close, depth);
    if (typeof value === 'function') {
      const rest = properties(value, inner);
      return rest.length ? body(`${functionText(value)} {`, rest, '}') : functionText(value);
    }
    if (Array.isArray(value)) return body('[', items(value, inner), ']');
    if (ArrayBuffer.isView(value) && !(value instanceof DataView)) {
      return body(`${name}(${value.length}) [`, items(value, inner), ']');
    }
    if (value instanceof Map) {
      const pair = ([key, member]) => `${inner(key)} => ${inner(member)}`;
      return body(`Map(${value.size}) {`, items(value, pair), '}');
    }
    if (value instanceof Set) return body(`Set(${value.size}) {`, items(value, inner), '}');
    if (value instanceof Promise) return 'Promise {}';
    const open = name === 'Object' ? '{' : `${name} {`;
    return body(open, properties(value, inner), '}');
  }
  function formatOne(code, value) {
    switch (code) {
      case 's': return isString(value) ? value : inspect(value);
      case 'd': case 'i': return String(code === 'i' ? Math.trunc(Number(value)) : Number(value));
      case 'f': return String(Number(value));
      case 'j': return JSON.stringify(value);
      default: return inspect(value);
    }
  }
  function format(...values) {
    let text = '';
    let next = 0;
    if (values.length > 1 && isString(values[0]) && values[0].includes('%')) {
      next = 1;
      text = values[0].replace(/%([sdifjoO%])/g, (all, code) => {
        if (code === '%') return '%';
        return next < values.length ? formatOne(code, values[next++]) : all;
      });
    }
    // Without arrays in between: most lines are one text.
    for (; next < values.length; next++) {
      const value = values[next];
      text += (next ? ' ' : '') + (isString(value) ? value : inspect(value));
    }
    return text;
  }

  // ---- console ----
  let indent = '';
  const counts = new Map();
  const started = new Map();
  const line = (fd, values) => {
    const text = format(...values);
    const shown = indent ? indent + text.replaceAll('\n', `\n${indent}`) : text;
    must(host.write(fd, `${shown}\n`), 'write');
  };
  const milliseconds = (label) => `${label}: ${(host.now() - (started.get(label) ?? host.now())).toFixed(3)}ms`;
  const console = {
    log: (...values) => line(1, values),
    info: (...values) => line(1, values),
    debug: (...values) => line(1, values),
    dir: (value) => line(1, [inspect(value)]),
    error: (...values) => line(2, values),
    warn: (...values) => line(2, values),
    trace: (...values) => line(2, [`Trace: ${format(...values)}\n${new Error().stack.trimEnd()}`]),
    assert: (truth, ...values) => {
      if (!truth) line(2, [`Assertion failed${values.length ? `: ${format(...values)}` : ''}`]);
    },
    group: (...values) => {
      if (values.length) line(1, values);
      indent += '  ';
    },
    groupEnd: () => { indent = indent.slice(2); },
    count: (label = 'default') => {
      counts.set(label, (counts.get(label) ?? 0) + 1);
      line(1, [`${label}: ${counts.get(label)}`]);
    },
    time: (label = 'default') => { started.set(label, host.now()); },
    timeLog: (label = 'default', ...values) => line(1, [milliseconds(label), ...values]),
    timeEnd: (label = 'default') => {
      line(1, [milliseconds(label)]);
      started.delete(label);
    },
  };

  // ---- timers, in the order of their times ----
  const timers = new Map();
  let lastTimer = 0;
  function start(callback, delay, repeat, values) {
    if (typeof callback !== 'function') throw new TypeError('a timer needs a function');
    const wait = Math.min(Math.max(Number(delay) || 0, 1), 2147483647);
    const id = ++lastTimer;
    timers.set(id, {id, callback, due: host.now() + wait, wait, repeat, values});
    return id;
  }
  const cancel = (id) => { timers.delete(id); };
  function nextTimer() {
    let next;
    for (const each of timers.values()) {
      if (!next || each.due < next.due) next = each;
    }
    return next;
  }
  // Runs what is due; returns the milliseconds to wait for the next timer, -1 if there is none.
  function tick() {
    const next = nextTimer();
    if (!next) return -1;
    const left = next.due - host.now();
    if (left > 0) return left;
    if (next.repeat) {
      next.due = host.now() + next.wait;
      // Behind those that are due at the same time.
      timers.delete(next.id);
      timers.set(next.id, next);
    } else {
      timers.delete(next.id);
    }
    next.callback(...next.values);
    return 0;
  }

  // ---- fs ----
  const encodingOf = (options) => (isString(options) ? options : options?.encoding);
  function decoded(bytes, options) {
    const encoding = encodingOf(options);
    if (!encoding || encoding === 'buffer') return bytes;
    if (!/^utf-?8$/i.test(encoding)) throw new RangeError(`the encoding '${encoding}' is not supported, only utf8`);
    return decode(bytes);
  }
  function put(path, data, append) {
    const bytes = bytesOf(data);
    if (typeof path === 'number') return void must(host.write(path, bytes), 'write');
    const fd = must(host.create(String(path), append ? 1 : 0), 'open', path);
    try {
      must(host.write(fd, bytes), 'write', path);
    } finally {
      host.close(fd);
    }
  }
  function stats([type, size, mtimeMs]) {
    return {size, mtimeMs, mtime: new Date(mtimeMs), isFile: () => type === 'f',
      isDirectory: () => type === 'd', isSymbolicLink: () => type === 'l'};
  }
  function statSync(path, options, follow = 1) {
    const found = host.stat(String(path), follow);
    if (options?.throwIfNoEntry === false && found === -44) return undefined;
    return stats(must(found, 'stat', path));
  }
  function mkdirSync(path, options) {
    if (!options?.recursive) return void must(host.mkdir(String(path)), 'mkdir', path);
    const whole = pathModule.resolve(String(path));
    for (let end = whole.indexOf('/', 1); ; end = whole.indexOf('/', end + 1)) {
      const part = end < 0 ? whole : whole.slice(0, end);
      const there = host.stat(part, 1);
      if (typeof there === 'number') must(host.mkdir(part), 'mkdir', part);
      else if (there[0] !== 'd') must(-54, 'mkdir', part);
      if (end < 0) return undefined;
    }
  }
  function rmSync(path, options = {}) {
    const found = host.stat(String(path), 0);
    if (typeof found === 'number' && options.force && found === -44) return;
    if (must(found, 'rm', path)[0] !== 'd') return void must(host.unlink(String(path)), 'rm', path);
    if (!options.recursive) must(-31, 'rm', path);
    for (const name of must(host.list(String(path)), 'rm', path)) rmSync(`${path}/${name.slice(2)}`, options);
    must(host.rmdir(String(path)), 'rm', path);
  }
  const fs = {
    readFileSync(path, options) {
      const place = typeof path === 'number' || path === '/dev/stdin' ? Number(path) || 0 : String(path);
      return decoded(must(host.readAll(place), 'open', path), options);
    },
    writeFileSync: (path, data, options) => put(path, data, options?.flag === 'a'),
    appendFileSync: (path, data) => put(path, data, true),
    existsSync: (path) => typeof host.stat(String(path), 1) !== 'number',
    statSync,
    lstatSync: (path, options) => statSync(path, options, 0),
    readdirSync(path, options) {
      const names = must(host.list(String(path)), 'scandir', path);
      if (!options?.withFileTypes) return names.map((each) => each.slice(2));
      return names.map((each) => ({name: each.slice(2), parentPath: String(path), ...stats([each[0], 0, 0])}));
    },
    mkdirSync,
    rmdirSync: (path) => void must(host.rmdir(String(path)), 'rmdir', path),
    unlinkSync: (path) => void must(host.unlink(String(path)), 'unlink', path),
    renameSync: (from, to) => void must(host.rename(String(from), String(to)), 'rename', from),
    copyFileSync: (from, to) => put(to, must(host.readAll(String(from)), 'open', from), false),
    rmSync,
  };
  // The same as promises, which are settled when they are made.
  fs.promises = {};
  for (const name of Object.keys(fs)) {
    if (name.endsWith('Sync')) fs.promises[name.slice(0, -4)] = async (...values) => fs[name](...values);
  }

  // ---- path, as that of POSIX ----
  function normalized(path) {
    const parts = [];
    for (const part of path.split('/')) {
      if (part === '..' && parts.length && parts.at(-1) !== '..') parts.pop();
      else if (part && part !== '.' && !(part === '..' && path[0] === '/')) parts.push(part);
    }
    const text = parts.join('/');
    return path[0] === '/' ? `/${text}` : text || '.';
  }
  const basename = (path, end = '') => {
    const name = path.replace(/\/+$/, '').replace(/^.*\//s, '');
    return end && name.endsWith(end) && name !== end ? name.slice(0, -end.length) : name;
  };
  const pathModule = {
    sep: '/',
    delimiter: ':',
    normalize: (path) => normalized(path) + (/[^/]\/+$/.test(path) ? '/' : ''),
    join: (...parts) => pathModule.normalize(parts.filter(Boolean).join('/') || '.'),
    resolve: (...parts) => {
      let path = '';
      for (const part of parts.reverse()) {
        if (part) path = path ? `${part}/${path}` : part;
        if (path[0] === '/') break;
      }
      return normalized(path[0] === '/' ? path : `${host.cwd()}/${path}`);
    },
    isAbsolute: (path) => path[0] === '/',
    dirname: (path) => {
      const end = path.replace(/\/+$/, '').lastIndexOf('/');
      return end < 0 ? '.' : end === 0 ? '/' : path.slice(0, end).replace(/\/+$/, '') || '/';
    },
    basename,
    extname: (path) => /[^./](\.[^./]*)$/.exec(basename(path))?.[1] ?? '',
    relative: (from, to) => {
      const a = pathModule.resolve(from).split('/').filter(Boolean);
      const b = pathModule.resolve(to).split('/').filter(Boolean);
      let same = 0;
      while (same < a.length && same < b.length && a[same] === b[same]) same++;
      return [...a.slice(same).fill('..'), ...b.slice(same)].join('/');
    },
  };
  pathModule.posix = pathModule;

  // ---- process ----
  const once = (make) => {
    let made;
    return () => (made ??= make());
  };
  const argv = once(() => ['js', ...host.args()]);
  const env = once(() => Object.fromEntries(host.environ().map((each) => {
    const end = each.indexOf('=', 1);
    return end < 0 ? [each, ''] : [each.slice(0, end), each.slice(end + 1)];
  })));
  const output = (fd) => ({fd, isTTY: false, write: (data) => {
    must(host.write(fd, bytesOf(data)), 'write');
    return true;
  }});
  const began = once(() => host.now());
  const process = {
    get argv() { return argv(); },
    get env() { return env(); },
    exitCode: undefined,
    exit: (code = process.exitCode ?? 0) => host.exit(Number(code) || 0),
    cwd: () => host.cwd(),
    stdin: {fd: 0, isTTY: false, async* [Symbol.asyncIterator]() {
      for (let bytes = must(host.read(0), 'read'); bytes.length; bytes = must(host.read(0), 'read')) yield bytes;
    }},
    stdout: output(1),
    stderr: output(2),
    nextTick: (callback, ...values) => queueMicrotask(() => callback(...values)),
    hrtime: {bigint: () => BigInt(Math.round(host.now() * 1e6))},
    platform: 'wasi',
    version: '',
    versions: {},
  };

  // ---- modules ----
  const builtIns = {fs, 'fs/promises': fs.promises, path: pathModule, process};
  const shortName = (name) => (name.startsWith('node:') ? name.slice(5) : name);
  const builtIn = (name) => (Object.hasOwn(builtIns, shortName(name)) ? builtIns[shortName(name)] : undefined);
  const KEPT = Symbol.for('escarole.builtIns');
  const unknown = (name, from) => new Error(
    `there is no module '${name}'${from}; built in are ${Object.keys(builtIns).join(', ')}, `
    + 'files begin with ./, ../ or /, and packages must be bundled (esbuild)');
  function normalize(base, name) {
    if (builtIn(name)) return `node:${shortName(name)}`;
    if (/^\.{0,2}\//.test(name)) {
      return pathModule.resolve(base[0] === '<' ? host.cwd() : pathModule.dirname(base), name);
    }
    throw unknown(name, base[0] === '<' ? '' : `, which '${base}' imports`);
  }
  function load(name) {
    const known = builtIn(name);
    if (known) {
      const from = `globalThis[Symbol.for('escarole.builtIns')]('${name}')`;
      const names = Object.keys(known).join(', ');
      return `const it = ${from}; export default it; export const {${names}} = it;`;
    }
    const text = decode(must(host.readAll(name), 'open', name));
    return name.endsWith('.json') ? `export default ${JSON.stringify(JSON.parse(text))};` : text;
  }
  function require(name) {
    const known = builtIn(String(name));
    if (!known) throw unknown(name, ' for require');
    return known;
  }

  // ---- globals ----
  // Seeded at the first call, so that a frozen program does not give the same numbers each time.
  let seed;
  function random32() {
    const sum = (seed[0] + seed[1] + seed[3]++) | 0;
    seed[0] = seed[1] ^ (seed[1] >>> 9);
    seed[1] = (seed[2] + (seed[2] << 3)) | 0;
    seed[2] = (((seed[2] << 21) | (seed[2] >>> 11)) + sum) | 0;
    return sum >>> 0;
  }
  function random() {
    seed ??= new Int32Array(host.random(16).buffer);
    return ((random32() >>> 5) * 67108864 + (random32() >>> 6)) / 9007199254740992;
  }
  define(Math, {random});
  define(globalThis, {
    console, process, require, TextEncoder, TextDecoder,
    [KEPT]: builtIn,
    print: console.log,
    setTimeout: (callback, delay, ...values) => start(callback, delay, false, values),
    setInterval: (callback, delay, ...values) => start(callback, delay, true, values),
    setImmediate: (callback, ...values) => start(callback, 0, false, values),
    clearTimeout: cancel, clearInterval: cancel, clearImmediate: cancel,
    performance: {now: () => -began() + host.now(), get timeOrigin() { return began(); }},
    crypto: {
      getRandomValues(array) {
        const bytes = bytesOf(array);
        for (let at = 0; at < bytes.length; at += 65536) bytes.set(host.random(Math.min(65536, bytes.length - at)), at);
        return array;
      },
      randomUUID() {
        const bytes = host.random(16);
        bytes[6] = bytes[6] & 15 | 64;
        bytes[8] = bytes[8] & 63 | 128;
        const hex = Array.from(bytes, (each) => each.toString(16).padStart(2, '0')).join('');
        return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
      },
    },
  });

  return {
    report: (reason) => {
      const text = reason instanceof Error ? errorText(reason) : inspect(reason);
      host.write(2, `Uncaught ${text}\n`);
    },
    show: (value) => line(1, [value]),
    finish: () => Number(process.exitCode ?? 0) || 0,
    tick, normalize, load,
  };
})
