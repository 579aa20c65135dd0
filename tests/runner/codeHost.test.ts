// A code host that asks for a password: git over HTTP, and the API for pull requests. The runner has the project's key.
import { execFileSync, spawn } from "node:child_process";
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { once } from "node:events";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { deploymentOn } from "../support/engineDeployment";
import { dataOf } from "../support/fixtures";
import { ended, git, makeWorld, runnerIn, startSteps } from "./world";
import type { TestRunner, World } from "./world";

const token = "github_pat_0123456789";
const backend = path.join(execFileSync("git", ["--exec-path"], { encoding: "utf8" }).trim(), "git-http-backend");

let world: World;
let runner: TestRunner;
let server: Server;
let url: string;
let proposed: unknown[];

beforeAll(async () => {
  world = await makeWorld();
  git(world.origin, "config", "http.receivepack", "true");
  proposed = [];
  server = createServer((request, response) => void answer(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  url = `http://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}`;
  const sealing = { PROVIDER_KEY_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64") };
  await deploymentOn(() => world.engine).setEnvironment(sealing);
  await dataOf(world.api.post("/project/provider-keys/set", { provider: "code_host", key: token }));
  runner = runnerIn(world);
});
afterAll(async () => {
  await runner?.stop();
  server?.close();
  await world?.end();
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { authorization = "" } = request.headers;
  const isGit = request.url?.startsWith("/acme/shop.git/") === true;
  const basic = `Basic ${Buffer.from(`x-access-token:${token}`).toString("base64")}`;
  if (authorization !== (isGit ? basic : `Bearer ${token}`)) {
    response.writeHead(401, { "WWW-Authenticate": 'Basic realm="code"' }).end();
  } else if (isGit) {
    serveGit(request, response);
  } else if (request.method === "GET") {
    response.end("[]");
  } else {
    let text = "";
    for await (const chunk of request) text += String(chunk);
    proposed.push(JSON.parse(text));
    response.writeHead(201).end(JSON.stringify({ html_url: `${url}/acme/shop/pull/7`, number: 7 }));
  }
}

/** Serves the repository by the program that git has for this, which speaks CGI. */
function serveGit(request: IncomingMessage, response: ServerResponse): void {
  const { pathname, search } = new URL(request.url ?? "", url);
  const environment = {
    PATH: process.env["PATH"],
    GIT_PROJECT_ROOT: world.origin,
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

it("is read and written with the project's key, and gets a pull request for a completed run", async () => {
  const repository = `${url}/acme/shop.git`;
  const script = "env; git config --list; cat ../../repositories/*/config; echo made > made.txt";
  const runId = await startSteps({ ...world, origin: repository }, { instructions: script });
  const run = await ended(world, runId);
  expect([run.status, run.error]).toEqual(["completed", null]);
  expect(run).toMatchObject({ prUrl: `${url}/acme/shop/pull/7`, prNumber: 7, prStatus: "open" });
  const branch = `switchyard/run-${run.runNumber}-1`;
  expect(git(world.origin, "show", `${branch}:made.txt`)).toBe("made");
  expect(proposed).toMatchObject([{ title: run.name, head: branch, base: "main" }]);
  const { body } = await world.api.get(`/sandboxes/messages?id=${run.steps[0].sandboxId}`);
  expect(JSON.stringify(body.data)).toContain("core.bare");
  expect(JSON.stringify([body, runner.events])).not.toContain(token);
});
