// The server that the engine is compared with. It gives the same answers and keeps the same promises, but is written
// only for this comparison: node:http without a framework, prepared statements, and one commit for the writes that
// arrive together. `node scripts/run.mjs bench/handwritten/main.ts <data directory> <runs> <message ids, by commas>`
// prints its address, a key and the ids of its data. With `--indexes product` it keeps the product's indexes too.
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { database, enqueue, newId, prepare } from "./database";
import { readBody, reply } from "./http";
import type { Answer } from "./http";
import { changeProject, generateKey, key, presentProject, presentSettings, read, write } from "./project";
import { receiveCall } from "./callback";
import { createIssue, fill, runDetail, runsPage, startRun } from "./work";

database.exec(`
  CREATE TABLE messages (id TEXT PRIMARY KEY, created_at REAL NOT NULL, channel TEXT NOT NULL, text TEXT NOT NULL, sequence REAL NOT NULL) WITHOUT ROWID;
  CREATE INDEX messages_by_creation ON messages (created_at, id);
  CREATE INDEX messages_by_channel ON messages (channel, created_at, id);
`);
const anyProject = prepare("SELECT id FROM projects LIMIT 1");
const insertMessage = prepare("INSERT INTO messages VALUES (?, ?, ?, ?, ?)");

type Message = { channel: string; text: string; sequence: number };

function healthz(response: ServerResponse): void {
  anyProject.get();
  reply(response, 200, { status: "ok" });
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
  [
    "GET /api/v1/runs/list",
    (request, response, query) =>
      read(
        request,
        response,
        "runs:read",
        (caller) => runsPage(caller, query),
        (page) => page,
      ),
  ],
  [
    "GET /api/v1/runs/get",
    (request, response, query) => read(request, response, "runs:read", (caller) => runDetail(caller, query)),
  ],
  ["POST /api/v1/runs/start", (request, response) => write(request, response, "runs:write", startRun, 201)],
  ["POST /api/v1/issues/create", (request, response) => write(request, response, "issues:write", createIssue)],
  ["POST /job/callback", receiveCall],
  ["POST /api/mutation", mutate],
]);

const filled = fill(Number(process.argv[3] ?? 0), (process.argv[4] ?? "").split(","));

const server = createServer((request, response) => {
  const [path = "", query = ""] = (request.url ?? "").split("?", 2);
  const answer = routes.get(`${request.method} ${path}`);
  if (answer === undefined) reply(response, 404, { code: "NotFound", message: "There is nothing here." });
  else answer(request, response, new URLSearchParams(query));
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server listens on no port.");
  console.log(JSON.stringify({ url: `http://127.0.0.1:${address.port}`, key, ...filled }));
});
process.on("SIGTERM", () => {
  server.closeAllConnections();
  server.close(() => database.close());
});
