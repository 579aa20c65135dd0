// A code host on this machine that asks for a password: git over HTTP, and the API for pull requests as GitHub has it.
import { execFileSync, spawn } from "node:child_process";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sign } from "@octokit/webhooks-methods";
import { deploymentOn } from "../support/engineDeployment";
import { dataOf, encryptionKey } from "../support/fixtures";
import { FakeGithub } from "./codeHosts/fakeGithub";
import { answerApi } from "./codeHosts/serveGithub";
import type { ServedGithub } from "./codeHosts/serveGithub";
import { git } from "./fixture";
import type { World } from "./fixture";

const backend = path.join(execFileSync("git", ["--exec-path"], { encoding: "utf8" }).trim(), "git-http-backend");

export interface FakeCodeHost extends ServedGithub {
  repository: string;
  pulls: FakeGithub["pulls"];
  /** How long git waits for each answer. */
  delayMs: number;
  /** The logs of jobs of GitHub's own actions, by their numbers. As at GitHub, their addresses need no key. */
  logs: Map<number, string>;
}

/** `origin` is the bare repository behind it, and `token` the key that it asks for. */
export async function startCodeHost(origin: string, token: string): Promise<FakeCodeHost> {
  git(origin, "config", "http.receivepack", "true");
  const server = createServer((request, response) => void answer(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const url = `http://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}`;
  const headOf = (number: number) => git(origin, "rev-parse", `refs/pull/${number}/head`);
  const github = new FakeGithub({ url, headOf });
  github.onOpen = (number, { head }) =>
    void git(origin, "update-ref", `refs/pull/${number}/head`, `refs/heads/${head}`);
  const host: FakeCodeHost = {
    url,
    github,
    repository: `${url}/acme/shop.git`,
    pulls: github.pulls,
    asked: [],
    instead: null,
    delayMs: 0,
    logs: new Map(),
    close: () => server.close(),
  };
  return host;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { authorization = "" } = request.headers;
    const isGit = request.url?.startsWith("/acme/shop.git/") === true;
    const [, job] = /^\/logs\/(\d+)$/.exec(request.url ?? "") ?? [];
    if (job !== undefined) return void response.end(host.logs.get(Number(job)) ?? "");
    const basic = `Basic ${Buffer.from(`x-access-token:${token}`).toString("base64")}`;
    if (authorization !== (isGit ? basic : `Bearer ${token}`)) {
      response.writeHead(401, { "WWW-Authenticate": 'Basic realm="code"' }).end();
    } else if (isGit) {
      await pause(host.delayMs);
      serveGit(origin, request, response);
    } else {
      await answerApi(host, request, response);
    }
  }
}

/** The host has this log of a job of its own actions. */
export function writeLog({ url, github, logs }: FakeCodeHost, job: number, text: string): void {
  logs.set(job, text);
  github.logs[job] = `${url}/logs/${job}`;
}

/** Starts a host whose key the project has, and makes its repository the project's. */
export async function connectCodeHost(world: World, token: string): Promise<FakeCodeHost> {
  const host = await startCodeHost(world.origin, token);
  await deploymentOn(() => world.engine).setEnvironment({
    PROVIDER_KEY_ENCRYPTION_KEY: encryptionKey,
    SERVICE_KEYS_OVER_HTTP: "on",
  });
  const providerKey = { provider: "code_host", key: token, origins: [host.url] };
  await dataOf(world.api.post("/project/provider-keys/set", providerKey));
  await dataOf(world.api.post("/project/update", { gitRepoUrl: host.repository }));
  return host;
}

/** The host says that there is news of a pull request, so the next look is due at once. */
export async function announceNews({ engine }: World, hook: { id: string; secret: string }, number: number) {
  const about = { pull_request: { number }, repository: { full_name: "acme/shop" } };
  const body = JSON.stringify({ action: "edited", number, ...about });
  const headers = { "X-Hub-Signature-256": await sign(hook.secret, body), "Content-Type": "application/json" };
  const { status } = await fetch(`${engine.httpUrl}/hooks/${hook.id}`, { method: "POST", body, headers });
  if (status !== 202) throw new Error(`The message was answered ${status}.`);
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
