// What the engine is measured against: the same answers and promises by a server written for nothing else. node:http without
// a framework, prepared statements, one statement per read, WAL with synchronous=FULL, and mutations that arrive
// together share one commit. `node scripts/run.mjs bench/handwritten.ts <data directory>` prints its address and a key.
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";

const directory = process.argv[2];
if (directory === undefined) throw new Error("Name the data directory.");

const database = new DatabaseSync(path.join(directory, "handwritten.sqlite3"));
database.exec(`
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  CREATE TABLE projects (id TEXT PRIMARY KEY, name TEXT NOT NULL, slug TEXT NOT NULL, git_repo_url TEXT, created_at REAL NOT NULL);
  CREATE UNIQUE INDEX projects_by_slug ON projects (slug);
  CREATE TABLE api_keys (hash TEXT PRIMARY KEY, id TEXT NOT NULL, project_id TEXT NOT NULL, name TEXT NOT NULL, prefix TEXT NOT NULL, scopes TEXT NOT NULL, created_at REAL NOT NULL, last_used_at REAL, revoked_at REAL, expires_at REAL) WITHOUT ROWID;
  CREATE INDEX api_keys_by_project ON api_keys (project_id, created_at, id);
  CREATE TABLE settings (project_id TEXT PRIMARY KEY, fields TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE messages (id TEXT PRIMARY KEY, created_at REAL NOT NULL, channel TEXT NOT NULL, text TEXT NOT NULL, sequence REAL NOT NULL) WITHOUT ROWID;
  CREATE INDEX messages_by_creation ON messages (created_at, id);
  CREATE INDEX messages_by_channel ON messages (channel, created_at, id);
`);

const anyProject = database.prepare("SELECT id FROM projects LIMIT 1");
const findKey = database.prepare(`
  SELECT k.scopes, k.revoked_at, k.expires_at, k.last_used_at, p.id, p.name, p.slug, p.git_repo_url, p.created_at
  FROM api_keys k JOIN projects p ON p.id = k.project_id WHERE k.hash = ?`);
const findSettings = database.prepare("SELECT fields FROM settings WHERE project_id = ?");
for (const statement of [anyProject, findKey, findSettings]) statement.setReturnArrays(true);
const insertMessage = database.prepare("INSERT INTO messages VALUES (?, ?, ?, ?, ?)");
const insertKey = database.prepare("INSERT INTO api_keys VALUES (?, ?, ?, ?, ?, ?, ?, NULL, NULL, NULL)");
const updateProject = database.prepare("UPDATE projects SET name = ?, slug = ?, git_repo_url = ? WHERE id = ?");
const recordUse = database.prepare("UPDATE api_keys SET last_used_at = ? WHERE hash = ?");

type KeyRow = [
  scopes: string,
  revokedAt: number | null,
  expiresAt: number | null,
  lastUsedAt: number | null,
  id: string,
  name: string,
  slug: string,
  gitRepoUrl: string | null,
  createdAt: number,
];
type Project = { id: string; name: string; slug: string; gitRepoUrl: string | null; createdAt: number };
type Caller = { keyHash: string; scopes: string[]; lastUsedAt: number | null; project: Project };
type Message = { channel: string; text: string; sequence: number };

const key = `svc_test_${randomBytes(32).toString("base64url")}`;
createProject();

function createProject(): void {
  const id = newId();
  database.prepare("INSERT INTO projects VALUES (?, 'Demo', 'demo', NULL, ?)").run(id, Date.now());
  insertKey.run(sha256(key), newId(), id, "First", key.slice(0, 17), JSON.stringify(["*"]), Date.now());
}

function newId(): string {
  return randomBytes(16).toString("hex");
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function healthz(response: ServerResponse): void {
  anyProject.get();
  reply(response, 200, { status: "ok" });
}

class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
  ) {
    super(code);
  }
}

/** Throws a Refusal. */
function authenticate(request: IncomingMessage, scope: string): Caller {
  const header = request.headers.authorization;
  if (header === undefined) throw new Refusal(401, "AUTH_MISSING");
  if (!header.startsWith("Bearer ")) throw new Refusal(401, "AUTH_INVALID");
  const keyHash = sha256(header.slice("Bearer ".length));
  const row = findKey.get(keyHash) as KeyRow | undefined;
  if (row === undefined) throw new Refusal(401, "AUTH_INVALID");
  const [scopes, revokedAt, expiresAt, lastUsedAt, id, name, slug, gitRepoUrl, createdAt] = row;
  if (revokedAt !== null || (expiresAt !== null && expiresAt <= Date.now())) throw new Refusal(401, "AUTH_INVALID");
  const held = JSON.parse(scopes) as string[];
  if (!held.includes("*") && !held.includes(scope)) throw new Refusal(403, "SCOPE_DENIED");
  return { keyHash, scopes: held, lastUsedAt, project: { id, name, slug, gitRepoUrl, createdAt } };
}

/** The second of the last use is durable before there is an answer, as with the engine. */
function read(
  request: IncomingMessage,
  response: ServerResponse,
  scope: string,
  answer: (caller: Caller) => unknown,
): void {
  const requestId = randomUUID();
  try {
    const caller = authenticate(request, scope);
    const data = answer(caller);
    const second = Math.floor(Date.now() / 1000) * 1000;
    if (caller.lastUsedAt !== null && caller.lastUsedAt >= second) return reply(response, 200, { data }, requestId);
    enqueue({
      work: () => recordUse.run(second, caller.keyHash),
      answer: () => reply(response, 200, { data }, requestId),
      refuse: (thrown) => fail(response, thrown, requestId),
    });
  } catch (thrown) {
    fail(response, thrown, requestId);
  }
}

function presentProject({ id, name, slug, gitRepoUrl, createdAt }: Project): unknown {
  const publicId = `proj_${id}`;
  return { id: publicId, _id: publicId, name, slug, gitRepoUrl, _creationTime: Math.floor(createdAt) };
}

const settingNames = [
  "sandboxSystemPrompt",
  "agentMd",
  "issueDiscoveryPrompt",
  "selectedSkills",
  "selectedCommands",
  "selectedScripts",
  "envVars",
  "deployEnvVars",
  "learningTemplateId",
  "learningModel",
  "mergingTemplateId",
  "mergingModel",
  "gitCommitName",
  "gitCommitEmail",
  "backendDeployKey",
  "backendDevKey",
  "testUserCredentials",
];

function presentSettings({ id }: Project): unknown {
  const [text = "{}"] = (findSettings.get(id) ?? []) as [string?];
  const fields = JSON.parse(text) as Record<string, unknown>;
  return Object.fromEntries(settingNames.map((name) => [name, fields[name] ?? null]));
}

/** `change` runs in the transaction that this request shares with others, and gives the data of the answer. */
function write(
  request: IncomingMessage,
  response: ServerResponse,
  scope: string,
  change: (caller: Caller, body: Record<string, unknown>) => unknown,
): void {
  const requestId = randomUUID();
  readBody(request, (text) => {
    let data: unknown;
    try {
      const caller = authenticate(request, scope);
      const body: unknown = JSON.parse(text);
      if (typeof body !== "object" || body === null) throw new Refusal(400, "VALIDATION");
      enqueue({
        work: () => {
          data = change(caller, body as Record<string, unknown>);
          recordUse.run(Math.floor(Date.now() / 1000) * 1000, caller.keyHash);
        },
        answer: () => reply(response, 200, { data }, requestId),
        refuse: (thrown) => fail(response, thrown, requestId),
      });
    } catch (thrown) {
      fail(response, thrown, requestId);
    }
  });
}

function changeProject({ project }: Caller, body: Record<string, unknown>): unknown {
  const { name = project.name, slug = project.slug, gitRepoUrl = project.gitRepoUrl, ...unknown } = body;
  if (Object.keys(unknown).length > 0) throw new Refusal(400, "VALIDATION");
  if (typeof name !== "string" || name.trim() === "" || name.length > 100) throw new Refusal(400, "VALIDATION");
  if (typeof slug !== "string" || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)) throw new Refusal(400, "VALIDATION");
  if (gitRepoUrl !== null && typeof gitRepoUrl !== "string") throw new Refusal(400, "VALIDATION");
  updateProject.run(name.trim(), slug, gitRepoUrl, project.id);
  return presentProject({ ...project, name: name.trim(), slug, gitRepoUrl });
}

function generateKey({ project, scopes }: Caller, body: Record<string, unknown>): unknown {
  const { name, ...unknown } = body;
  if (Object.keys(unknown).length > 0) throw new Refusal(400, "VALIDATION");
  if (typeof name !== "string" || name.trim() === "" || name.length > 100) throw new Refusal(400, "VALIDATION");
  const id = `key_${newId()}`;
  const raw = `svc_test_${randomBytes(32).toString("base64url")}`;
  const prefix = raw.slice(0, 17);
  const createdAt = Date.now();
  insertKey.run(sha256(raw), id, project.id, name.trim(), prefix, JSON.stringify(scopes), createdAt);
  return {
    id,
    _id: id,
    key: raw,
    name,
    prefix,
    scopes,
    createdAt: new Date(createdAt).toISOString(),
    status: "active",
  };
}

function fail(response: ServerResponse, thrown: unknown, requestId: string): void {
  const { status, code } = thrown instanceof Refusal ? thrown : { status: 500, code: "INTERNAL" };
  reply(response, status, { error: { code, message: "The request was refused.", requestId } }, requestId);
}

function reply(response: ServerResponse, status: number, body: unknown, requestId: string = randomUUID()): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": Buffer.byteLength(text),
    "Cache-Control": "no-store",
    "X-Request-ID": requestId,
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "X-Request-ID, Allow, Deprecation, Sunset",
  });
  response.end(text);
}

/** What was asked for in one turn of the event loop; the answers wait for the commit that they share. */
let waiting: Task[] = [];

/** The first statement of a task that writes is the one that can fail; nothing has to be undone then. */
type Task = { work: () => void; answer: () => void; refuse: (thrown: unknown) => void };

function enqueue(task: Task): void {
  waiting.push(task);
  if (waiting.length === 1) setImmediate(commit);
}

function commit(): void {
  const batch = waiting;
  waiting = [];
  database.exec("BEGIN IMMEDIATE");
  const answers = batch.map(({ work, answer, refuse }) => {
    try {
      work();
      return answer;
    } catch (thrown) {
      return () => refuse(thrown);
    }
  });
  database.exec("COMMIT");
  for (const answer of answers) answer();
}

function readBody(request: IncomingMessage, done: (text: string) => void): void {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => done(Buffer.concat(chunks).toString("utf8")));
}

function mutate(request: IncomingMessage, response: ServerResponse): void {
  readBody(request, (text) => {
    const message = parseMessage(text);
    if (message === null) return reply(response, 400, { code: "BadRequest", message: "The arguments do not fit." });
    const id = newId();
    enqueue({
      work: () => insertMessage.run(id, Date.now(), message.channel, message.text, message.sequence),
      answer: () => reply(response, 200, { status: "success", value: id, logLines: [] }),
      refuse: () => reply(response, 500, { code: "InternalServerError", message: "The write failed." }),
    });
  });
}

function parseMessage(text: string): Message | null {
  const { path: name, args } = JSON.parse(text) as { path?: unknown; args?: Partial<Record<string, unknown>> };
  if (name !== "messages:send" || typeof args !== "object" || Object.keys(args).length !== 3) return null;
  const { channel, text: content, sequence } = args;
  if (typeof channel !== "string" || typeof content !== "string" || typeof sequence !== "number") return null;
  return { channel, text: content, sequence };
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const routes: ReadonlyMap<string, Answer> = new Map<string, Answer>([
  ["GET /healthz", (_request, response) => healthz(response)],
  [
    "GET /api/v1/project",
    (request, response) => read(request, response, "project:read", ({ project }) => presentProject(project)),
  ],
  [
    "GET /api/v1/project/settings",
    (request, response) => read(request, response, "admin", ({ project }) => presentSettings(project)),
  ],
  ["POST /api/v1/project/update", (request, response) => write(request, response, "project:write", changeProject)],
  ["POST /api/v1/project/api-keys/generate", (request, response) => write(request, response, "admin", generateKey)],
  ["POST /api/mutation", mutate],
]);

const server = createServer((request, response) => {
  const answer = routes.get(`${request.method} ${request.url}`);
  if (answer === undefined) reply(response, 404, { code: "NotFound", message: "There is nothing here." });
  else answer(request, response);
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server listens on no port.");
  console.log(JSON.stringify({ url: `http://127.0.0.1:${address.port}`, key }));
});
process.on("SIGTERM", () => {
  server.closeAllConnections();
  server.close(() => database.close());
});
