// Drives Escarole with the official TypeScript client, once at the standard streams of
// `escarole mcp`, once over streamable HTTP at `escarole serve`: node client.mjs ESCAROLE
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const [program] = process.argv.slice(2);
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
const policy = join(root, "policy.yaml");
writeFileSync(
  policy,
  "principals:\n  worker:\n    allow: true\n    commands: ['*']\n  robot:\n    allow: true\n    calls_per_second: 3\n",
);

async function connect(transport) {
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

async function discovers(agent) {
  const { tools } = await agent.client.listTools();
  assert.deepEqual(
    tools.map((tool) => tool.name),
    ["cli"],
  );
  const help = await agent.data("help");
  assert.ok(help.commands.some((command) => command.name === "x-panel"));
  const panel = await agent.data("help x-panel");
  assert.deepEqual(
    panel.arguments.map((argument) => argument.name),
    ["--draft", "--top", "--stdin", "--wait"],
  );
  await agent.data("schema x-panel");
  await agent.data("version");
  console.log("lists the one tool, and discovers");
}

async function runsAndReads(agent) {
  const run = await agent.data("x-panel --draft 'a b' --wait 120", {
    onprogress: () => {},
  });
  assert.equal(run.status, "degraded");
  assert.equal(run.joins[0].verdict, "degraded");
  assert.equal(run.joins[0].done, 2);
  assert.equal(run.joins[0].missing[0].branch, "facts");
  const root = `escarole://runs/${run.run}`;
  const { resources } = await agent.client.listResources();
  assert.deepEqual(
    resources.map((resource) => resource.uri),
    [root, `${root}/result`, `${root}/joins`],
  );
  const text = async (uri) => (await agent.client.readResource({ uri })).contents[0].text;
  assert.match(await text(`${root}/result`), /a b/);
  assert.equal(JSON.parse(await text(`${root}/joins`)).joins[0].done, 2);
  const { resourceTemplates } = await agent.client.listResourceTemplates();
  assert.equal(resourceTemplates.length, 5);
  console.log("runs a recipe with a degraded join, lists what it left and reads it");
}

async function cancels(agent) {
  const giveUp = new AbortController();
  const reports = [];
  await assert.rejects(
    agent.send("x-long --wait 120", {
      signal: giveUp.signal,
      onprogress: (report) => {
        reports.push(report);
        if (report.progress >= 1) giveUp.abort("enough");
      },
    }),
  );
  assert.ok(reports.length >= 1);
  // Who gives up waiting leaves the run alone.
  assert.equal((await agent.data("runs wait last --wait 0")).status, "running");
  await agent.data("runs cancel last");
  console.log("hears of progress, gives up waiting, and cancels a run");
}

const codes = {
  PARSE_ERROR: "help 'open",
  COMMAND_NOT_FOUND: "x-panle --draft a",
  VALIDATION_ERROR: "x-panel --top many",
  EXECUTION_ERROR: "runs cancel last",
  TIMEOUT: "x-late --wait 60",
  PATH_TRAVERSAL_BLOCKED: "x-read --file ../../etc/passwd",
};

async function errs(agent, robot) {
  for (const [code, line] of Object.entries(codes)) {
    assert.equal(await agent.code(line), code, line);
  }
  const corrected = (await agent.send(codes.COMMAND_NOT_FOUND)).error.examples[0];
  assert.equal(corrected, "x-panel --draft a");
  assert.equal((await agent.data(corrected)).status, "degraded");
  assert.equal(await robot.code("shell 'seq 5'"), "PERMISSION_DENIED");
  // On a machine that is busy otherwise, a burst may be spread over seconds.
  let burst = [];
  for (let i = 0; i < 50 && !burst.includes("RATE_LIMITED"); i++) {
    burst = await Promise.all(Array.from({ length: 20 }, () => robot.code("version")));
  }
  assert.ok(burst.includes("RATE_LIMITED"), burst.join());
  console.log("gets each of the codes but INJECTION_BLOCKED, which only strict lines know");
}

async function journey(agent, robot) {
  await discovers(agent);
  await runsAndReads(agent);
  await cancels(agent);
  await errs(agent, robot);
  await agent.client.close();
  await robot.client.close();
}

function isAudited(expected, where, env) {
  const json = execFileSync(program, ["audit", "--kind", "line", "--json", ...where], {
    env: { ...process.env, ...env },
  });
  const seen = new Set(JSON.parse(json).lines.map((line) => line.error_code));
  for (const code of expected) assert.ok(seen.has(code), code);
}

function stdio(name, ...more) {
  return connect(
    new StdioClientTransport({
      command: program,
      args: ["mcp", "--recipes", recipes, "--data", join(root, name), ...more],
      stderr: "inherit",
    }),
  );
}

console.log("-- at standard streams");
await journey(await stdio("data"), await stdio("robot", "--as", "robot", "--policy", policy));
isAudited(Object.keys(codes), ["--data", join(root, "data")]);
isAudited(["PERMISSION_DENIED", "RATE_LIMITED"], ["--data", join(root, "robot")]);
console.log("finds its lines in the audit");

const tokens = join(root, "tokens.json");
const token = (name) =>
  execFileSync(program, ["token", "create", name, "--role", "operator", "--token-file", tokens])
    .toString()
    .trim();
const [workers, robots] = [token("worker"), token("robot")];

const server = spawn(
  program,
  ["serve", "--port", "0", "--recipes", recipes, "--data", join(root, "served")].concat(
    ["--policy", policy, "--token-file", tokens],
  ),
  { stdio: ["ignore", "pipe", "pipe"] },
);
process.on("exit", () => server.kill());
const address = await new Promise((resolve, reject) => {
  let said = "";
  const hear = (bytes) => {
    said += bytes;
    const found = said.match(/http:\/\/[\w.]+:\d+/);
    if (found) resolve(found[0]);
  };
  server.stdout.on("data", hear);
  server.stderr.on("data", hear);
  server.on("exit", () => reject(new Error(`the server ended: ${said}`)));
});

function http(secret) {
  const requestInit = secret ? { headers: { Authorization: `Bearer ${secret}` } } : {};
  return connect(new StreamableHTTPClientTransport(new URL("/mcp", address), { requestInit }));
}

console.log("-- over HTTP");
await assert.rejects(http(null));
await assert.rejects(http("wrong"));
await journey(await http(workers), await http(robots));
isAudited([...Object.keys(codes), "PERMISSION_DENIED", "RATE_LIMITED"], ["--server", address], {
  ESCAROLE_TOKEN: workers,
});
console.log("finds its lines in the audit");

const ended = new Promise((resolve) => server.once("exit", resolve));
server.kill("SIGTERM");
await ended;
rmSync(root, { recursive: true, force: true });
