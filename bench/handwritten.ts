// What the engine is measured against: the same three answers by a server written for nothing else. node:http without
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
  CREATE TABLE api_keys (hash TEXT PRIMARY KEY, project_id TEXT NOT NULL, scopes TEXT NOT NULL, revoked_at REAL, expires_at REAL) WITHOUT ROWID;
  CREATE TABLE messages (id TEXT PRIMARY KEY, created_at REAL NOT NULL, channel TEXT NOT NULL, text TEXT NOT NULL, sequence REAL NOT NULL) WITHOUT ROWID;
  CREATE INDEX messages_by_creation ON messages (created_at, id);
  CREATE INDEX messages_by_channel ON messages (channel, created_at, id);
`);

const anyProject = database.prepare("SELECT id FROM projects LIMIT 1");
const projectOfKey = database.prepare(`
  SELECT k.scopes, k.revoked_at, k.expires_at, p.id, p.name, p.slug, p.git_repo_url, p.created_at
  FROM api_keys k JOIN projects p ON p.id = k.project_id WHERE k.hash = ?`);
const insertMessage = database.prepare("INSERT INTO messages VALUES (?, ?, ?, ?, ?)");
for (const statement of [anyProject, projectOfKey]) statement.setReturnArrays(true);

type ProjectRow = [string, number | null, number | null, string, string, string, string | null, number];
type Message = { channel: string; text: string; sequence: number };

const key = `svc_test_${randomBytes(32).toString("base64url")}`;
createProject();

function createProject(): void {
  const id = newId();
  database.prepare("INSERT INTO projects VALUES (?, 'Demo', 'demo', NULL, ?)").run(id, Date.now());
  database.prepare("INSERT INTO api_keys VALUES (?, ?, ?, NULL, NULL)").run(sha256(key), id, JSON.stringify(["*"]));
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

function getProject(request: IncomingMessage, response: ServerResponse): void {
  const requestId = randomUUID();
  const header = request.headers.authorization;
  if (header === undefined) return fail(response, 401, "AUTH_MISSING", requestId);
  if (!header.startsWith("Bearer ")) return fail(response, 401, "AUTH_INVALID", requestId);
  const row = projectOfKey.get(sha256(header.slice("Bearer ".length))) as ProjectRow | undefined;
  if (row === undefined) return fail(response, 401, "AUTH_INVALID", requestId);
  const [scopes, revokedAt, expiresAt, id, name, slug, gitRepoUrl, createdAt] = row;
  if (revokedAt !== null || (expiresAt !== null && expiresAt <= Date.now())) {
    return fail(response, 401, "AUTH_INVALID", requestId);
  }
  const held = JSON.parse(scopes) as string[];
  if (!held.includes("*") && !held.includes("project:read")) return fail(response, 403, "SCOPE_DENIED", requestId);
  const publicId = `proj_${id}`;
  const data = { id: publicId, _id: publicId, name, slug, gitRepoUrl, _creationTime: Math.floor(createdAt) };
  reply(response, 200, { data }, requestId);
}

function fail(response: ServerResponse, status: number, code: string, requestId: string): void {
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

/** Mutations that were read in one turn of the event loop; their answers wait for the commit that they share. */
let waiting: { message: Message; response: ServerResponse }[] = [];

function mutate(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const message = parseMessage(Buffer.concat(chunks).toString("utf8"));
    if (message === null) return reply(response, 400, { code: "BadRequest", message: "The arguments do not fit." });
    waiting.push({ message, response });
    if (waiting.length === 1) setImmediate(commit);
  });
}

function parseMessage(text: string): Message | null {
  const { path: name, args } = JSON.parse(text) as { path?: unknown; args?: Partial<Record<string, unknown>> };
  if (name !== "messages:send" || typeof args !== "object" || Object.keys(args).length !== 3) return null;
  const { channel, text: content, sequence } = args;
  if (typeof channel !== "string" || typeof content !== "string" || typeof sequence !== "number") return null;
  return { channel, text: content, sequence };
}

function commit(): void {
  const batch = waiting;
  waiting = [];
  database.exec("BEGIN IMMEDIATE");
  const ids = batch.map(({ message }) => {
    const id = newId();
    insertMessage.run(id, Date.now(), message.channel, message.text, message.sequence);
    return id;
  });
  database.exec("COMMIT");
  batch.forEach(({ response }, index) => reply(response, 200, { status: "success", value: ids[index], logLines: [] }));
}

const server = createServer((request, response) => {
  if (request.method === "GET" && request.url === "/healthz") healthz(response);
  else if (request.method === "GET" && request.url === "/api/v1/project") getProject(request, response);
  else if (request.method === "POST" && request.url === "/api/mutation") mutate(request, response);
  else reply(response, 404, { code: "NotFound", message: "There is nothing here." });
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
