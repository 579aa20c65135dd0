// A code host on this machine that asks for a password: git over HTTP, and the API for pull requests as GitHub has it.
import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { git } from "./fixture";

const backend = path.join(execFileSync("git", ["--exec-path"], { encoding: "utf8" }).trim(), "git-http-backend");

interface Pull {
  title: string;
  head: string;
  base: string;
  state: "open" | "closed";
  merged: boolean;
}

interface Asked {
  path: string;
  atMs: number;
  /** Whether the answer had no news. */
  isOld: boolean;
}

interface Refusal {
  status: number;
  headers?: Record<string, string>;
}

export interface FakeCodeHost {
  url: string;
  repository: string;
  pulls: Map<number, Pull>;
  checkRuns: { name: string; status: string; conclusion: string | null }[];
  statuses: { context: string; state: string }[];
  /** The requests to the API, in order. */
  asked: Asked[];
  /** How long git waits for each answer. */
  delayMs: number;
  /** Refuses a request to the API by its path. */
  refusal: ((path: string) => Refusal | null) | null;
  close: () => void;
}

/** `origin` is the bare repository behind it, and `token` the key that it asks for. */
export async function startCodeHost(origin: string, token: string): Promise<FakeCodeHost> {
  git(origin, "config", "http.receivepack", "true");
  const server = createServer((request, response) => void answer(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const url = `http://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}`;
  const host: FakeCodeHost = {
    url,
    repository: `${url}/acme/shop.git`,
    pulls: new Map(),
    checkRuns: [],
    statuses: [],
    asked: [],
    delayMs: 0,
    refusal: null,
    close: () => server.close(),
  };
  return host;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { authorization = "" } = request.headers;
    const isGit = request.url?.startsWith("/acme/shop.git/") === true;
    const basic = `Basic ${Buffer.from(`x-access-token:${token}`).toString("base64")}`;
    if (authorization !== (isGit ? basic : `Bearer ${token}`)) {
      response.writeHead(401, { "WWW-Authenticate": 'Basic realm="code"' }).end();
    } else if (isGit) {
      await pause(host.delayMs);
      serveGit(origin, request, response);
    } else {
      await serveApi(request, response);
    }
  }

  async function serveApi(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "", url);
    const place = pathname.replace("/api/v3/repos/acme/shop", "");
    const refused = host.refusal?.(place) ?? null;
    if (refused !== null) {
      host.asked.push({ path: place, atMs: Date.now(), isOld: false });
      return void response.writeHead(refused.status, refused.headers).end(JSON.stringify({ message: "Not now." }));
    }
    const found = request.method === "POST" ? open(await bodyOf(request)) : look(place, searchParams);
    const text = JSON.stringify(found);
    const tag = `"${createHash("sha256").update(text).digest("hex")}"`;
    const isOld = request.headers["if-none-match"] === tag;
    host.asked.push({ path: place, atMs: Date.now(), isOld });
    if (isOld) return void response.writeHead(304, { ETag: tag }).end();
    response.writeHead(found === null ? 404 : 200, { ETag: tag }).end(text);
  }

  function open({ title, head, base }: Pull): object {
    const number = Math.max(6, ...host.pulls.keys()) + 1;
    host.pulls.set(number, { title, head, base, state: "open", merged: false });
    git(origin, "update-ref", `refs/pull/${number}/head`, `refs/heads/${head}`);
    return shown(number);
  }

  function look(place: string, query: URLSearchParams): unknown {
    if (place.endsWith("/check-runs")) return { check_runs: host.checkRuns };
    if (place.endsWith("/status")) return { statuses: host.statuses };
    const number = Number(/^\/pulls\/(\d+)$/.exec(place)?.[1] ?? 0);
    if (number !== 0) return host.pulls.has(number) ? shown(number) : null;
    const branch = query.get("head")?.replace("acme:", "");
    const open = [...host.pulls].filter(([, { head, state }]) => head === branch && state === "open");
    return open.map(([found]) => shown(found));
  }

  function shown(number: number): object {
    const { state, merged } = host.pulls.get(number) ?? {};
    const sha = git(origin, "rev-parse", `refs/pull/${number}/head`);
    return { html_url: `${url}/acme/shop/pull/${number}`, number, state, merged, draft: false, head: { sha } };
  }
}

async function bodyOf(request: IncomingMessage): Promise<Pull> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return JSON.parse(text) as Pull;
}

/** Serves the repository by the program that git has for this, which speaks CGI. */
function serveGit(origin: string, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, search } = new URL(request.url ?? "", "http://localhost");
  const environment = {
    PATH: process.env["PATH"],
    GIT_PROJECT_ROOT: origin,
    GIT_HTTP_EXPORT_ALL: "1",
    REMOTE_USER: "runner",
    PATH_INFO: pathname.replace("/acme/shop.git", ""),
    QUERY_STRING: search.slice(1),
    REQUEST_METHOD: request.method,
    CONTENT_TYPE: request.headers["content-type"] ?? "",
    HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "",
    HTTP_GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
  };
  const child = spawn(backend, [], { env: environment, stdio: ["pipe", "pipe", "inherit"] });
  request.pipe(child.stdin);
  const parts: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => parts.push(chunk));
  child.on("close", () => {
    const output = Buffer.concat(parts);
    const end = output.indexOf("\r\n\r\n");
    for (const line of output.subarray(0, end).toString("latin1").split("\r\n")) {
      const [name = "", value = ""] = line.split(": ");
      if (name === "Status") response.statusCode = Number.parseInt(value, 10);
      else response.setHeader(name, value);
    }
    response.end(output.subarray(end + 4));
  });
}
