// A host that may have the key for the code host, and one that may not. However the first points to the second, and
// whatever the settings of the repository and of the machine say, the second gets no key.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createCodeHost } from "../../packages/runner/src/codeHosts/codeHost";
import { readConfiguration } from "../../packages/runner/src/config/configuration";
import { createCredential } from "../../packages/runner/src/git/credential";
import { NamedLocks } from "../../packages/runner/src/git/locks";
import { openMirror } from "../../packages/runner/src/git/mirror";
import { remoteGit, RemoteGitError } from "../../packages/runner/src/git/remoteGit";
import { createCall } from "../../packages/runner/src/service/callback";
import { Reachability } from "../../packages/runner/src/service/reachability";
import { findRemote } from "../../packages/runner/src/worktrees/repository";
import { startRecordingHost } from "./recordingHost";
import type { RecordingHost } from "./recordingHost";
import { git } from "../support/gitOrigin";

const token = "github_pat_secret_0123456789";
const signal = new AbortController().signal;

let folder: string;
let trusted: RecordingHost;
let hostile: RecordingHost;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "switchyard-redirects-"));
  [trusted, hostile] = [await startRecordingHost(), await startRecordingHost()];
});
afterEach(() => {
  vi.unstubAllEnvs();
  for (const host of [trusted, hostile]) host.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Whether the request has the key, or the host was asked to know it. */
const hasKey = ({ requests }: RecordingHost) => requests.some((request) => request.includes(token));

/** The trusted host sends everything that it may answer to the other one. */
function redirect(status: number, isFor: (hasKey: boolean) => boolean = () => true): void {
  trusted.answer = (request, response) => {
    if (!isFor(request.headers.authorization !== undefined)) return false;
    response.writeHead(status, { Location: `${hostile.url}${request.url}` }).end();
    return true;
  };
}

describe("git with the key for a host", () => {
  /** A repository like those of the runner, whose remote is at the trusted host, with one commit to push. */
  function repository(url = `${trusted.url}/acme/shop.git`, settings: Record<string, string> = {}): string {
    git(folder, "init", "--quiet", "--bare", "--initial-branch=main");
    git(folder, "config", "remote.origin.url", url);
    for (const [name, value] of Object.entries(settings)) git(folder, "config", name, value);
    const author = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
    const noFiles = git(folder, "hash-object", "-t", "tree", "-w", "/dev/null");
    git(folder, "update-ref", "HEAD", git(folder, ...author, "commit-tree", noFiles, "-m", "begin"));
    return url;
  }

  const commands = [
    ["ls-remote", "origin"],
    ["fetch", "origin"],
    ["push", "--quiet", "origin", "HEAD:refs/heads/main"],
  ];

  /** Does everything that the runner does at a remote. None of it succeeds: the hosts have no repository. */
  async function useRemote(url: string): Promise<void> {
    const credential = createCredential(url, token);
    for (const command of commands) {
      await expect(remoteGit(command, { cwd: folder, url, credential, signal })).rejects.toThrow(RemoteGitError);
    }
  }

  it("git sends the key to that host", async () => {
    await useRemote(repository());
    expect([hasKey(trusted), hostile.requests]).toEqual([true, []]);
  });

  describe.each([301, 302, 303, 307, 308])("that redirects with %i", (status) => {
    it("a host that redirects at once does not pass the key on", async () => {
      redirect(status);
      await useRemote(repository());
      expect([hostile.requests.length > 0, hasKey(hostile)]).toEqual([true, false]);
    });

    it("a host that redirects after it has the key does not pass it on", async () => {
      redirect(status, (isKnown) => isKnown);
      await useRemote(repository());
      expect([hasKey(trusted), hostile.requests.length > 0, hasKey(hostile)]).toEqual([true, true, false]);
    });
  });

  it.each([
    ["another address for pushes", () => ({ "remote.origin.pushurl": `${hostile.url}/acme/shop.git` })],
    ["another host in its place", () => ({ [`url.${hostile.url}/.insteadOf`]: `${trusted.url}/` })],
    ["another host for pushes in its place", () => ({ [`url.${hostile.url}/.pushInsteadOf`]: `${trusted.url}/` })],
    ["redirects that are always followed", () => ({ "http.followRedirects": "true" })],
  ])("sends it to nobody else with %s in the repository's settings", async (_name, settings) => {
    redirect(307, (isKnown) => isKnown);
    await useRemote(repository(undefined, settings()));
    expect([hostile.requests.length > 0, hasKey(hostile)]).toEqual([true, false]);
  });

  it.each([
    ["a user in it", (url: string) => url.replace("//", "//me@")],
    [
      "the hostile host as a user",
      (url: string) => url.replace("//", `//${new URL(hostile.url).host.replace(":", "%3a")}@`),
    ],
    ["capital letters", (url: string) => url.replace("127.0.0.1", "LocalHost")],
  ])("sends it to no other host for an address with %s", async (_name, changed) => {
    await useRemote(repository(changed(`${trusted.url}/acme/shop.git`)));
    expect([hasKey(trusted), hostile.requests]).toEqual([true, []]);
  });

  it("an address that two programs would read as different hosts gets no key", async () => {
    // For browsers and Node the host is the trusted one, and for git it is the other.
    const url = String.raw`${trusted.url}\@${new URL(hostile.url).host}/acme/shop.git`;
    await useRemote(repository(url));
    expect([hasKey(trusted), hasKey(hostile)]).toEqual([false, false]);
  });

  it("git sends no header with which the machine's user signs in there", async () => {
    const home = path.join(folder, "home");
    mkdirSync(home);
    writeFileSync(path.join(home, ".gitconfig"), `[http "${trusted.url}/"]\n\textraHeader = "Machine: own-login"\n`);
    vi.stubEnv("HOME", home);
    await useRemote(repository());
    expect(hasKey(trusted)).toBe(true);
    expect(trusted.requests.join("\n")).not.toContain("own-login");
  });
});

describe("a login in the address of a repository", () => {
  const login = { user: "ada", password: "own-p@ssword" };
  const address = () => trusted.url.replace("//", `//${login.user}:${encodeURIComponent(login.password)}@`);
  const job = {
    claim: { projectId: "project_1" },
    call: () => Promise.reject(new Error("The service was asked.")),
    reportProgress: () => {},
    tools: { configuration: readConfiguration([], { SWITCHYARD_RUNNER_TOKEN: "token" }) },
  };

  /** The arguments of all processes of this machine, while a host is asked. */
  function argumentsOfAll(): string {
    const ids = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
    return ids.map((id) => readIfThere(`/proc/${id}/cmdline`)).join("\n");
  }

  function readIfThere(file: string): string {
    try {
      return readFileSync(file, "utf8");
    } catch {
      return "";
    }
  }

  it("is sent to its host, and is in no argument and no file", async () => {
    const listed: string[] = [];
    trusted.answer = () => {
      listed.push(argumentsOfAll());
      return false;
    };
    const remote = await findRemote(job, `${address()}/acme/shop.git`);
    const [parent, quarantine] = [path.join(folder, "mirrors"), path.join(folder, "quarantine")];
    const gitIsolation = { isolation: { kind: "none" }, dockerImage: null, patienceMs: 60_000 } as const;
    const own = { projectId: "project_1", parent, quarantine, gitIsolation, locks: new NamedLocks(), signal };
    await expect(openMirror({ ...remote, ...own, tell: () => {} })).rejects.toThrow("The host asks for a login.");
    expect(trusted.requests.join("\n")).toContain(`Basic ${login.user}:${login.password}`);
    expect(listed.join("\n")).toContain(`${trusted.url}/acme/shop.git`);
    const files = readdirSync(folder, { recursive: true, encoding: "utf8", withFileTypes: true });
    const written = files
      .filter((file) => file.isFile())
      .map((file) => readFileSync(path.join(file.parentPath, file.name), "latin1"));
    for (const text of [...listed, ...written]) {
      expect(text).not.toContain(login.password);
      expect(text).not.toContain(encodeURIComponent(login.password));
    }
  });

  it("without a password names the one of the machine's logins that counts", async () => {
    const remote = await findRemote(
      { ...job, call: () => Promise.resolve(null) },
      `${trusted.url.replace("//", "//ada@")}/acme/shop.git`,
    );
    const home = path.join(folder, "home");
    mkdirSync(home);
    writeFileSync(path.join(home, ".gitconfig"), "[credential]\n\thelper = store\n");
    const logins = ["eve:of-eve", "ada:of-ada"].map((one) => trusted.url.replace("//", `//${one}@`));
    writeFileSync(path.join(home, ".git-credentials"), `${logins.join("\n")}\n`);
    vi.stubEnv("HOME", home);
    git(folder, "init", "--quiet", "--bare");
    const { url, credential } = remote;
    await expect(remoteGit(["ls-remote", url], { cwd: folder, url, credential, signal })).rejects.toThrow(
      RemoteGitError,
    );
    expect(trusted.requests.join("\n")).toContain("Basic ada:of-ada");
  });
});

describe("what a host writes", () => {
  const words = "the-words-of-an-inner-page";
  const attempts: [string, readonly string[]][] = [
    ["a page in place of a repository", ["ls-remote", "origin"]],
    ["a page in place of a repository, to a fetch", ["fetch", "origin"]],
    ["a page in place of a repository, to a push", ["push", "origin", "HEAD:refs/heads/main"]],
  ];

  it.each(attempts)("is in no message that a project reads: %s", async (_, command) => {
    git(folder, "init", "--quiet", "--bare");
    git(folder, "config", "remote.origin.url", `${hostile.url}/acme/shop.git`);
    const noFiles = git(folder, "hash-object", "-t", "tree", "-w", "/dev/null");
    const author = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
    git(folder, "update-ref", "HEAD", git(folder, ...author, "commit-tree", noFiles, "-m", "begin"));
    hostile.answer = (_request, response) => {
      response.writeHead(500, { "Content-Type": "text/plain" }).end(words);
      return true;
    };
    const failure: unknown = await remoteGit(command, {
      cwd: folder,
      url: hostile.url,
      credential: null,
      signal,
    }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(RemoteGitError);
    expect(failure).toMatchObject({
      message: expect.not.stringContaining(words),
      forLog: expect.stringContaining(words),
    });
  });
});

describe.each(["github", "gitlab"] as const)("the API of %s", (kind) => {
  const host = () => {
    const found = createCodeHost(new URL(`${trusted.url}/acme/shop.git`), token, kind);
    if (found === null) throw new Error("The address is that of a repository.");
    return found;
  };
  const proposal = { title: "One", text: "Two", from: "switchyard/run-1-1", into: "main" };
  const requests = () => [
    host().find({ from: "switchyard/run-1-1", into: "main" }, signal),
    host().open(proposal, signal),
    host().read(7, signal),
    host().checks("0123abc", signal),
  ];
  const looks = () => [
    host().follow(7, signal).readPullRequest(),
    host().follow(7, signal).readFeedback(),
    host().follow(7, signal).answerThread("thread:1", { commit: "0123abc", text: "Done." }),
    host().follow(7, signal).updatePullRequestText("Round 1"),
  ];

  it.each([301, 302, 303, 307, 308])("that redirects with %i is not followed", async (status) => {
    redirect(status);
    const all = await Promise.allSettled([...requests(), ...looks()]);
    expect(all.every((one) => one.status === "rejected")).toBe(true);
    expect([hasKey(trusted), hostile.requests]).toEqual([true, []]);
  });

  it("whose answers name another host for the next page and for the thing itself is asked alone", async () => {
    const other = `${hostile.url}/api`;
    const page = Array.from({ length: 100 }, (_, id) => ({
      id,
      name: "a",
      context: "a",
      status: "success",
      state: "success",
      url: other,
    }));
    const single = {
      url: other,
      html_url: other,
      web_url: other,
      number: 7,
      iid: 7,
      state: kind === "github" ? "open" : "opened",
      head: { sha: "0123" },
      base: { ref: "main" },
      source_branch: "switchyard/run-1-1",
      target_branch: "main",
      target_project_id: 1,
      sha: "0123",
      permission: "write",
      access_level: 30,
      login: "me",
      username: "me",
    };
    trusted.answer = (request, response) => {
      const asksList = /check-runs|status/.test(request.url ?? "");
      const lists = kind === "github" ? { check_runs: page, statuses: page } : page;
      const asksOne = request.method === "POST" || request.url?.endsWith("/7") === true;
      response.writeHead(200, { Link: `<${other}?page=2>; rel="next"`, "Content-Location": other });
      const listed = { ...single, head: { ref: "switchyard/run-1-1" } };
      response.end(JSON.stringify(asksList ? lists : asksOne ? single : [listed]));
      return true;
    };
    const all = await Promise.allSettled(requests());
    expect(all.map((one) => one.status)).toEqual(["fulfilled", "fulfilled", "fulfilled", "fulfilled"]);
    expect([trusted.requests.length >= 8, hasKey(trusted), hostile.requests]).toEqual([true, true, []]);
  });
});

it.each([301, 302, 303, 307, 308])(
  "The service that redirects with %i gets the runner's token, and nobody else",
  async (status) => {
    redirect(status);
    const service = { url: trusted.url, token, reachability: new Reachability(trusted.url, () => {}) };
    const call = createCall(service, signal);
    const said = `${trusted.url} redirects to ${hostile.url}, to which the token was not sent.`;
    await expect(call("run.get", { runId: "run_1" })).rejects.toThrow(said);
    expect([hasKey(trusted), hostile.requests]).toEqual([true, []]);
  },
);
