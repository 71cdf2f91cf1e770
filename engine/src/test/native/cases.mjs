// Writes the cases of one table; harness.mjs adds what the tools of this machine answer.
const table = [];

// Splits like a shell: blanks, 'single quotes', $'...' with JavaScript escapes.
export function words(s) {
  const out = [];
  let cur = null;
  for (let i = 0; i < s.length; i++) {
    const ch = s[i];
    if (ch === ' ') {
      if (cur !== null) out.push(cur);
      cur = null;
    } else if (ch === "'" || (ch === '$' && s[i + 1] === "'")) {
      const raw = ch === '$';
      if (raw) i++;
      const end = s.indexOf("'", i + 1);
      if (end < 0) throw new Error('quote in ' + s);
      const body = s.slice(i + 1, end);
      cur = (cur ?? '') + (raw ? JSON.parse(`"${body}"`) : body);
      i = end;
    } else {
      cur = (cur ?? '') + ch;
    }
  }
  if (cur !== null) out.push(cur);
  return out;
}

// t(command, stdin, files, more): one case, expectation from GNU.
export function t(cmd, stdin, files, more) {
  const c = { argv: Array.isArray(cmd) ? cmd : words(cmd) };
  if (stdin) c.stdin = stdin;
  if (files) c.files = files;
  table.push({ ...c, ...more });
}
// own(command, expectation, stdin, files): a case where the answer is ours.
export const own = (cmd, expect, stdin, files, more) =>
  t(cmd, stdin, files, { own: { exit: 0, stdout: '', ...expect }, ...more });
export const tree = (cmd, files, stdin) => t(cmd, stdin, files, { wantTree: true });

// The cases that were added since the last call.
export const taken = () => table.splice(0);
