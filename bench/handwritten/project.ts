// The project of the hand-written server, and the check of what a caller may do in it.
import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { database, enqueue, newId, prepare } from "./database";
import { fail, readBody, Refusal, reply } from "./http";
import { addProductIndexes } from "./indexes";

database.exec(`
  CREATE TABLE projects (id TEXT PRIMARY KEY, name TEXT NOT NULL, slug TEXT NOT NULL, git_repo_url TEXT, created_at REAL NOT NULL);
  CREATE UNIQUE INDEX projects_by_slug ON projects (slug);
  CREATE TABLE api_keys (hash TEXT PRIMARY KEY, id TEXT NOT NULL, project_id TEXT NOT NULL, name TEXT NOT NULL, prefix TEXT NOT NULL, scopes TEXT NOT NULL, created_at REAL NOT NULL, last_used_at REAL, revoked_at REAL, expires_at REAL) WITHOUT ROWID;
  CREATE INDEX api_keys_by_project ON api_keys (project_id, created_at, id);
  CREATE TABLE settings (project_id TEXT PRIMARY KEY, fields TEXT NOT NULL) WITHOUT ROWID;
`);

// The additional columns stay empty.
addProductIndexes("api_keys", "apiKeys", {
  projectId: "project_id",
  hash: "hash",
  revokedAtMs: "revoked_at",
  _creationTime: "created_at",
});

const findKey = prepare(`
  SELECT k.scopes, k.revoked_at, k.expires_at, k.last_used_at, p.id, p.name, p.slug, p.git_repo_url, p.created_at
  FROM api_keys k JOIN projects p ON p.id = k.project_id WHERE k.hash = ?`);
const findSettings = prepare("SELECT fields FROM settings WHERE project_id = ?");
const insertKey = prepare(`
  INSERT INTO api_keys (hash, id, project_id, name, prefix, scopes, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)`);
const updateProject = prepare("UPDATE projects SET name = ?, slug = ?, git_repo_url = ? WHERE id = ?");
const recordUse = prepare("UPDATE api_keys SET last_used_at = ? WHERE hash = ?");

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
export type Project = { id: string; name: string; slug: string; gitRepoUrl: string | null; createdAt: number };
export type Caller = { keyHash: string; scopes: string[]; lastUsedAt: number | null; project: Project };

/** The API key of the project that exists at the start. */
export const key = `svc_test_${randomBytes(32).toString("base64url")}`;
export const projectId = createProject();

function createProject(): string {
  const id = newId();
  database.prepare("INSERT INTO projects VALUES (?, 'Demo', 'demo', NULL, ?)").run(id, Date.now());
  insertKey.run(sha256(key), newId(), id, "First", key.slice(0, 17), JSON.stringify(["*"]), Date.now());
  return id;
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Returns the caller of a request. Throws a Refusal if the key is missing or wrong, or its scopes do not suffice. */
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

/**
 * Answers a request that reads. As in the engine, the time at which the key was last used is on the disk, rounded to
 * a second, before the answer is sent.
 */
export function read(
  request: IncomingMessage,
  response: ServerResponse,
  scope: string,
  answer: (caller: Caller) => unknown,
  envelope: (data: unknown) => unknown = (data) => ({ data }),
): void {
  const requestId = randomUUID();
  try {
    const caller = authenticate(request, scope);
    const body = envelope(answer(caller));
    const second = Math.floor(Date.now() / 1000) * 1000;
    if (caller.lastUsedAt !== null && caller.lastUsedAt >= second) return reply(response, 200, body, requestId);
    enqueue({
      work: () => recordUse.run(second, caller.keyHash),
      answer: () => reply(response, 200, body, requestId),
      refuse: (thrown) => fail(response, thrown, requestId),
    });
  } catch (thrown) {
    fail(response, thrown, requestId);
  }
}

export function presentProject({ id, name, slug, gitRepoUrl, createdAt }: Project): unknown {
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

export function presentSettings({ id }: Project): unknown {
  const [text = "{}"] = (findSettings.get(id) ?? []) as [string?];
  const fields = JSON.parse(text) as Record<string, unknown>;
  return Object.fromEntries(settingNames.map((name) => [name, fields[name] ?? null]));
}

/**
 * Answers a request that writes. `change` runs in a transaction that this request shares with others, and returns the
 * data of the answer.
 */
export function write(
  request: IncomingMessage,
  response: ServerResponse,
  scope: string,
  change: (caller: Caller, body: Record<string, unknown>) => unknown,
  status = 200,
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
        answer: () => reply(response, status, { data }, requestId),
        refuse: (thrown) => fail(response, thrown, requestId),
      });
    } catch (thrown) {
      fail(response, thrown, requestId);
    }
  });
}

export function changeProject({ project }: Caller, body: Record<string, unknown>): unknown {
  const { name = project.name, slug = project.slug, gitRepoUrl = project.gitRepoUrl, ...unknown } = body;
  if (Object.keys(unknown).length > 0) throw new Refusal(400, "VALIDATION");
  if (typeof name !== "string" || name.trim() === "" || name.length > 100) throw new Refusal(400, "VALIDATION");
  if (typeof slug !== "string" || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)) throw new Refusal(400, "VALIDATION");
  if (gitRepoUrl !== null && typeof gitRepoUrl !== "string") throw new Refusal(400, "VALIDATION");
  updateProject.run(name.trim(), slug, gitRepoUrl, project.id);
  return presentProject({ ...project, name: name.trim(), slug, gitRepoUrl });
}

export function generateKey({ project, scopes }: Caller, body: Record<string, unknown>): unknown {
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
