// Drives `escarole mcp` with the official TypeScript client: node client.mjs COMMAND [ARGUMENT...]
// The command starts the server, without --recipes, --data, --as and --policy: those come from here.
import assert from "node:assert/strict";
import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const [program, ...start] = process.argv.slice(2);
const root = mkdtempSync(join(tmpdir(), "escarole-mcp-"));
const recipes = join(root, "recipes");
mkdirSync(recipes);

const PANEL = `
description: Three look at a draft; one asks for a file that nobody granted.
args: ["draft:string", "top:int=3"]
template:
  label: panel
  parallel: true
  min_successful: 2
  template:
    - {label: words, template: 'printf %s "{draft}"'}
    - {label: top, template: "seq {top}"}
    - {label: facts, template: "cat /reference/facts.txt"}
`;
writeFileSync(join(recipes, "panel.yaml"), PANEL);
writeFileSync(join(recipes, "read.yaml"), 'args: ["file:path"]\ntemplate: cat {file}\n');
writeFileSync(join(recipes, "late.yaml"), "template: {template: sleep 60, timeout: 100}\n");
writeFileSync(join(recipes, "long.yaml"), "template: [printf x, sleep 60]\n");
writeFileSync(
  join(root, "policy.yaml"),
  "principals:\n  robot:\n    allow: true\n    calls_per_second: 3\n",
);

async function connect(name, ...more) {
  const transport = new StdioClientTransport({
    command: program,
    args: [...start, "--recipes", recipes, "--data", join(root, name), ...more],
    stderr: "inherit",
  });
  const client = new Client({ name: "ci", version: "1" });
  await client.connect(transport);
  const send = async (line, options) => {
    const result = await client.callTool(
      { name: "cli", arguments: { command: line } },
      undefined,
      options,
    );
    assert.equal(result.content.length, 1);
    const response = JSON.parse(result.content[0].text);
    assert.equal(result.isError ?? false, !response.success);
    return response;
  };
  const data = async (line, options) => {
    const response = await send(line, options);
    assert.ok(response.success, JSON.stringify(response));
    return response.data;
  };
  const code = async (line) => (await send(line)).error?.code;
  return { client, send, data, code };
}

const operator = await connect("data");
const { tools } = await operator.client.listTools();
assert.deepEqual(
  tools.map((tool) => tool.name),
  ["cli"],
);
console.log("lists the one tool");

const help = await operator.data("help");
assert.ok(help.commands.some((command) => command.name === "x-panel"));
const panel = await operator.data("help x-panel");
assert.deepEqual(
  panel.arguments.map((argument) => argument.name),
  ["--draft", "--top", "--stdin", "--wait"],
);
await operator.data("schema x-panel");
await operator.data("version");
console.log("discovers");

const progress = [];
const run = await operator.data("x-panel --draft 'a b' --wait 120", {
  onprogress: (report) => progress.push(report),
});
assert.equal(run.status, "degraded");
assert.equal(run.joins[0].verdict, "degraded");
assert.equal(run.joins[0].done, 2);
assert.equal(run.joins[0].missing[0].branch, "facts");
const result = await operator.client.readResource({ uri: `escarole://runs/${run.run}/result` });
assert.match(result.contents[0].text, /a b/);
console.log("runs a recipe with a degraded join, and reads its result");

const giveUp = new AbortController();
const reports = [];
await assert.rejects(
  operator.send("x-long --wait 120", {
    signal: giveUp.signal,
    onprogress: (report) => {
      reports.push(report);
      if (report.progress >= 1) giveUp.abort("enough");
    },
  }),
);
assert.ok(reports.length >= 1);
assert.equal(await operator.code("runs wait last --wait 60"), "EXECUTION_ERROR");
console.log("hears of progress, and cancels a run");

const codes = {
  PARSE_ERROR: "help 'open",
  INJECTION_BLOCKED: "x-panel --draft 'a; rm -rf /'",
  COMMAND_NOT_FOUND: "x-panle --draft a",
  VALIDATION_ERROR: "x-panel --top many",
  EXECUTION_ERROR: "runs cancel last",
  TIMEOUT: "x-late --wait 60",
  PATH_TRAVERSAL_BLOCKED: "x-read --file ../../etc/passwd",
};
for (const [code, line] of Object.entries(codes)) {
  assert.equal(await operator.code(line), code, line);
}
const corrected = (await operator.send(codes.COMMAND_NOT_FOUND)).error.examples[0];
assert.equal(corrected, "x-panel --draft a");
assert.equal((await operator.data(corrected)).status, "degraded");
await operator.client.close();

const robot = await connect("robot", "--as", "robot", "--policy", join(root, "policy.yaml"));
assert.equal(await robot.code("shell 'seq 5'"), "PERMISSION_DENIED");
// On a machine that is busy otherwise, a burst may be spread over seconds.
let burst = [];
for (let i = 0; i < 50 && !burst.includes("RATE_LIMITED"); i++) {
  burst = await Promise.all(Array.from({ length: 20 }, () => robot.code("version")));
}
assert.ok(burst.includes("RATE_LIMITED"), burst.join());
await robot.client.close();
console.log("gets each of the nine codes");

const audit = readFileSync(join(root, "data", "agents.jsonl"), "utf8").trim().split("\n");
const seen = new Set(audit.map((line) => JSON.parse(line).error_code));
for (const code of Object.keys(codes)) assert.ok(seen.has(code), code);
rmSync(root, { recursive: true, force: true });
console.log("finds its lines in the audit");
