// An agent that speaks ACP over stdio and does what a script says. It needs no package and no network.
//
// FAKE_AGENT holds the script: a list of turns, each a list of actions such as { "say": "Hello" }. A prompt takes the
// next turn. FAKE_AGENT_STATE names a folder in which sessions are kept, so that they can be resumed. What the runner
// offered and what it answered is written to `seen.jsonl` there. FAKE_AGENT_MCP=http makes it take servers of the Model
// Context Protocol, and an action that calls one loads the official client.
import { execFileSync, spawn } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";

const turns = JSON.parse(process.env.FAKE_AGENT ?? "[]");
const state = process.env.FAKE_AGENT_STATE ?? null;
const resumeBy = process.env.FAKE_AGENT_RESUME ?? "none";
const waiting = new Map();
let nextId = 1;
let session = null;
let mcpServers = [];
let cancelled = () => {};

const write = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const update = (content) => write({ method: "session/update", params: { sessionId: session.id, update: content } });
const see = (what) => {
  if (state !== null) appendFileSync(path.join(state, "seen.jsonl"), `${JSON.stringify(what)}\n`);
};

function ask(method, params) {
  const id = `agent-${nextId++}`;
  write({ id, method, params: { sessionId: session.id, ...params } });
  return new Promise((resolve) => waiting.set(id, resolve));
}

function keepSession() {
  if (state === null) return;
  mkdirSync(state, { recursive: true });
  writeFileSync(path.join(state, `${session.id}.json`), JSON.stringify(session));
}

function findSession(id) {
  const file = state === null ? null : path.join(state, `${id}.json`);
  return file !== null && existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}

/** Each action is an object with one of these names. */
const actions = {
  say: (text, { id }) =>
    update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text }, messageId: id }),
  think: (text, { id }) =>
    update({ sessionUpdate: "agent_thought_chunk", content: { type: "text", text }, messageId: id }),
  plan: (entries) =>
    update({
      sessionUpdate: "plan",
      entries: entries.map(([content, status]) => ({ content, status, priority: "medium" })),
    }),
  update,
  tool: (call) => update({ sessionUpdate: "tool_call", ...call }),
  toolUpdate: (call) => update({ sessionUpdate: "tool_call_update", ...call }),
  // Changes a file, after asking for permission if `asks` is given.
  edit: async (file, { content, asks, callId = "edit-1" }) => {
    const place = path.resolve(session.cwd, file);
    const call = { toolCallId: callId, title: `Edit ${file}`, kind: "edit", locations: [{ path: place }] };
    update({ sessionUpdate: "tool_call", status: "pending", ...call });
    if (asks) {
      const options = [
        { optionId: "yes-always", name: "Always", kind: "allow_always" },
        { optionId: "yes", name: "Yes", kind: "allow_once" },
        { optionId: "no", name: "No", kind: "reject_once" },
      ];
      const { outcome } = await ask("session/request_permission", { toolCall: call, options });
      see({ outcome });
      if (outcome.optionId !== "yes") {
        return update({ sessionUpdate: "tool_call_update", toolCallId: callId, status: "failed" });
      }
    }
    writeFileSync(place, content);
    return update({ sessionUpdate: "tool_call_update", toolCallId: callId, status: "completed" });
  },
  permission: async (request) => see(await ask("session/request_permission", request)),
  elicit: async (request) => {
    const answer = await ask("elicitation/create", { mode: "form", ...request });
    see({ answer });
    update({
      sessionUpdate: "agent_message_chunk",
      content: { type: "text", text: `Answer: ${JSON.stringify(answer.content ?? answer.action)}` },
    });
  },
  // Asks, and withdraws the question. The answer to a later request says that the runner has read the question.
  elicitAndWithdraw: async (request) => {
    const answer = ask("elicitation/create", { mode: "form", ...request });
    const requestId = `agent-${nextId - 1}`;
    await ask("fs/read_text_file", { path: "none" });
    write({ method: "$/cancel_request", params: { requestId } });
    see({ answer: await answer });
  },
  read: async (file) => see(await ask("fs/read_text_file", { path: file })),
  write: async (file, { content }) => see(await ask("fs/write_text_file", { path: file, content })),
  cost: (amount) =>
    update({ sessionUpdate: "usage_update", used: 10, size: 1000, cost: { amount, currency: "USD" }, _meta: meta() }),
  rejected: (resetsAt) =>
    update({
      sessionUpdate: "usage_update",
      used: 10,
      size: 1000,
      _meta: { "_claude/rateLimit": { status: "rejected", resetsAt, rateLimitType: "five_hour" } },
    }),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  hang: () => new Promise((resolve) => (cancelled = () => resolve({ stopReason: "cancelled" }))),
  ignoreEverything: () => {
    process.on("SIGTERM", () => {});
    process.stdin.removeAllListeners("end");
    setInterval(() => {}, 1000);
    return new Promise(() => {});
  },
  crash: (code, { error }) => {
    process.stderr.write(error ?? "");
    process.exit(code);
  },
  kill: (signal) => process.kill(process.pid, signal),
  raw: (text, { times = 1 }) => new Promise((resolve) => process.stdout.write(text.repeat(times), resolve)),
  flood: async (count, { size }) => {
    for (let index = 0; index < count; index++) {
      const content = { type: "text", text: "x".repeat(size) };
      const isRoom = update({ sessionUpdate: "agent_message_chunk", content, messageId: "flood" }) ?? true;
      if (!isRoom || process.stdout.writableNeedDrain)
        await new Promise((resolve) => process.stdout.once("drain", resolve));
    }
  },
  floodOfTools: async (count, { size }) => {
    for (let index = 0; index < count; index++) {
      update({ sessionUpdate: "tool_call", toolCallId: `call-${index}`, title: "x".repeat(size) });
      if (process.stdout.writableNeedDrain) await new Promise((resolve) => process.stdout.once("drain", resolve));
    }
  },
  // Starts a process that holds the output open. With `detached` it leaves the process group, too.
  child: (seconds, { detached }) => {
    const child = spawn("sleep", [String(seconds)], {
      stdio: ["ignore", "inherit", "inherit"],
      detached: detached === true,
    });
    child.unref();
    see({ child: child.pid, cwd: session.cwd });
  },
  commit: (message) => {
    const git = (...args) =>
      execFileSync("git", ["-c", "user.name=Fake", "-c", "user.email=fake@agent.invalid", ...args], {
        cwd: session.cwd,
      });
    git("add", "--all");
    git("commit", "--quiet", "-m", message);
  },
  environment: () => see({ environment: process.env, arguments: process.argv }),
  run: (script) => see({ ran: runShell(script) }),
  mcp: async (tool, { arguments: args }) => {
    const [answer, isError] = await callTool(tool, args);
    see({ called: tool, answer, isError });
    update({
      sessionUpdate: "agent_message_chunk",
      content: { type: "text", text: `${tool}: ${JSON.stringify(answer)}` },
    });
  },
  // Says everything that it was given, in pieces that cut it anywhere.
  sayServers: (size, { id }) => {
    const text = JSON.stringify(mcpServers);
    for (let at = 0; at < text.length; at += size) actions.say(text.slice(at, at + size), { id });
  },
  fail: (error) => ({ error }),
  stop: (stopReason, { usage }) => ({ stopReason, usage }),
};

/** Returns what the tool shows, and whether it refuses. */
async function callTool(name, args) {
  const { Client, StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
  const [{ url, headers }] = mcpServers;
  const requestInit = { headers: Object.fromEntries(headers.map((header) => [header.name, header.value])) };
  const client = new Client({ name: "fake", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  const { structuredContent, content, isError } = await client.callTool({ name, arguments: args });
  await client.close();
  return [structuredContent ?? content, isError === true];
}

function meta() {
  return { "_claude/model": "fake-model-1" };
}

function runShell(script) {
  try {
    return { output: execFileSync("/bin/sh", ["-c", script], { cwd: session.cwd, encoding: "utf8", stdio: "pipe" }) };
  } catch (error) {
    return { code: error.status, error: error.stderr };
  }
}

async function prompt(params) {
  if (params._meta !== undefined) see({ prompt: params._meta });
  session.prompts.push(params.prompt[0].text);
  const turn = turns[session.turn] ?? [];
  session.turn++;
  keepSession();
  for (const action of turn) {
    const [name, value] = Object.entries(action)[0];
    const result = await actions[name](value, action);
    if (result?.stopReason !== undefined || result?.error !== undefined) return result;
  }
  return { stopReason: "end_turn" };
}

const select = (id, category, [currentValue, ...others]) => ({
  id,
  name: id,
  category,
  type: "select",
  currentValue,
  options: [currentValue, ...others].map((value) => ({ value, name: value })),
});
const models = select("model", "model", ["small", "large"]);
// Only the large model thinks.
const configOptions = { small: [models], large: [models, select("effort", "thought_level", ["low", "high"])] };

const methods = {
  initialize: (params) => {
    if (state !== null) mkdirSync(state, { recursive: true });
    see({ initialize: params });
    return {
      protocolVersion: Number(process.env.FAKE_AGENT_VERSION ?? 1),
      agentCapabilities: {
        loadSession: resumeBy === "load",
        mcpCapabilities: { http: process.env.FAKE_AGENT_MCP === "http" },
        sessionCapabilities: resumeBy === "resume" ? { resume: {} } : {},
      },
    };
  },
  "session/new": ({ cwd, mcpServers: given, _meta }) => {
    mcpServers = given;
    if (_meta !== undefined) see({ new: _meta });
    session = { id: `fake-${process.pid}`, cwd, turn: 0, prompts: [] };
    keepSession();
    return {
      sessionId: session.id,
      ...(process.env.FAKE_AGENT_MODELS === undefined ? {} : { configOptions: configOptions.small }),
    };
  },
  "session/resume": ({ sessionId, mcpServers: given }) => {
    mcpServers = given;
    session = findSession(sessionId);
    return session === null ? { error: { code: -32002, message: "Resource not found" } } : {};
  },
  "session/load": ({ sessionId, mcpServers: given }) => {
    mcpServers = given;
    session = findSession(sessionId);
    if (session === null) return { error: { code: -32002, message: "Resource not found" } };
    for (const text of session.prompts)
      update({ sessionUpdate: "user_message_chunk", content: { type: "text", text } });
    update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text: "An old answer." } });
    update({ sessionUpdate: "usage_update", used: 1, size: 1000, cost: { amount: 0.5, currency: "USD" } });
    return {};
  },
  "session/set_config_option": ({ configId, value }) => {
    see({ [configId]: value });
    return { configOptions: configOptions[value] ?? configOptions.large };
  },
  "session/prompt": prompt,
};

createInterface({ input: process.stdin }).on("line", async (line) => {
  const message = JSON.parse(line);
  if (message.method === "session/cancel") return cancelled();
  if (message.method === undefined) {
    waiting.get(message.id)?.(message.result ?? { error: message.error });
    return waiting.delete(message.id);
  }
  const result = (await methods[message.method]?.(message.params)) ?? {};
  return result.error === undefined
    ? write({ id: message.id, result })
    : write({ id: message.id, error: result.error });
});
process.stdin.on("end", () => process.exit(0));
