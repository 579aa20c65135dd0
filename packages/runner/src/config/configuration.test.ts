// The configuration is put together from flags, environment and file, and what cannot be used is named.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readConfiguration, secretsHere } from "./configuration";
import { ConfigurationError } from "../errors/configurationError";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "switchyard-configuration-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const token = { SWITCHYARD_RUNNER_TOKEN: "svc_runner_1" };

function file(content: unknown, name = "runner.json"): string {
  const full = path.join(folder, name);
  writeFileSync(full, typeof content === "string" ? content : JSON.stringify(content));
  return full;
}

function faultOf(args: string[], environment: Record<string, string> = token): string {
  try {
    return `accepted: ${readConfiguration(args, environment).url}`;
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
}

describe("a configuration", () => {
  it("has a standard for everything except the token", () => {
    const { url, jobs, kinds, agent, token: read } = readConfiguration([], token);
    expect({ url, jobs, agent, read }).toEqual({
      url: "http://127.0.0.1:3211",
      jobs: 2,
      agent: "demo",
      read: "svc_runner_1",
    });
    expect(kinds).toContain("sandbox.devServer");
  });

  it("takes flags before the environment, and the environment before the file", () => {
    const config = file({
      url: "http://file.example",
      jobs: 5,
      folder: "kept",
      agents: { a: { kind: "command", command: ["make"] } },
    });
    const environment = { ...token, SWITCHYARD_URL: "http://environment.example/" };
    const read = readConfiguration(["--config", config, "--jobs", "3"], environment);
    expect(read).toMatchObject({ url: "http://environment.example", jobs: 3, agent: "a" });
    expect(read.folder).toBe(path.join(folder, "kept"));
  });

  it("finds the token in a file that has it alone, or as the deployment writes it", () => {
    const alone = file("  svc_runner_2\n", "token");
    const secrets = file("A=1\nJOB_CALLBACK_SECRET=whisper\nB=2\n", "secrets.env");
    expect(readConfiguration([], { SWITCHYARD_TOKEN_FILE: alone }).token).toBe("svc_runner_2");
    expect(readConfiguration(["-c", file({ tokenFile: "secrets.env" })], {}).token).toBe("whisper");
    expect(faultOf([], { SWITCHYARD_TOKEN_FILE: file("two words", "odd") })).toContain("has no token");
    expect(secrets).toContain("secrets.env");
    expect(readConfiguration(["--token-file", alone], token).token).toBe("svc_runner_2");
  });

  it("has the service of this machine when nobody names one", () => {
    const own = { url: "http://127.0.0.1:4511", secrets: file("JOB_CALLBACK_SECRET=whisper\n", "own.env") };
    expect(readConfiguration([], {}, own)).toMatchObject({ url: own.url, token: "whisper" });
    expect(readConfiguration(["--url", "http://flag.example"], token, own).url).toBe("http://flag.example");
    expect(readConfiguration(["--url", "http://localhost:9000"], {}, own).token).toBe("whisper");
    for (const elsewhere of ["http://flag.example", "http://127.0.0.1.example", "https://localhost.example/"]) {
      expect(() => readConfiguration(["--url", elsewhere], {}, own)).toThrow("There is no token");
    }
    expect(readConfiguration(["-c", file({ url: "http://file.example" })], token, own).url).toBe("http://file.example");
  });

  it("has the secret of the service of this machine where that keeps its data", () => {
    const data = path.dirname(file("JOB_CALLBACK_SECRET=whisper\n", "secrets.env"));
    expect(readConfiguration([], { SERVICE_DATA_DIR: data })).toMatchObject({ token: "whisper" });
    expect(secretsHere({ SERVICE_DATA_DIR: "" })).toBe(path.join(".data", "secrets.env"));
    const elsewhere = () => readConfiguration(["--url", "http://flag.example"], { SERVICE_DATA_DIR: data });
    expect(elsewhere).toThrow("There is no token");
  });

  it("has the name of the machine unless somebody gives it another", () => {
    expect(readConfiguration([], token).name).toBe(hostname());
    expect(readConfiguration(["-c", file({ name: " builder " })], token).name).toBe("builder");
    expect(readConfiguration(["-c", file({ name: "builder" }), "--name", "second"], token).name).toBe("second");
    expect(faultOf(["--name", "x".repeat(101)])).toContain("name");
  });

  it("takes the address of the REST API for that of the service", () => {
    expect(readConfiguration(["--url", "http://flag.example/api/v1/"], token).url).toBe("http://flag.example");
  });

  it("takes a known agent by its name alone", () => {
    const { agents, agent, isAgentNamed } = readConfiguration(["--agent", "codex"], token);
    expect({ agents, agent, isAgentNamed }).toEqual({
      agents: { codex: { kind: "acp", preset: "codex" } },
      agent: "codex",
      isAgentNamed: true,
    });
  });

  it("knows whether anybody has asked for the demo agent", () => {
    const isNamed = (...args: string[]) => readConfiguration(args, token).isAgentNamed;
    expect([isNamed(), isNamed("--agent", "demo")]).toEqual([false, true]);
    expect(isNamed("-c", file({ agents: { demo: { kind: "demo" } } }))).toBe(true);
  });
});

describe("a fault", () => {
  it.each([
    [["--jobs", "0"], "jobs must be at least 1."],
    [["--jobs", "many"], "jobs must be a number."],
    [["--kinds", "run.execute,nothing"], "kinds.1 must be one of run.execute, "],
    [["--agent", "somebody"], 'There is no agent "somebody". `agents` has: demo.'],
    [["--token", "secret"], "Unknown option '--token'"],
    [["--config", "/nowhere.json"], "There is no file /nowhere.json"],
  ])("of %j is a sentence", (args, sentence) => {
    expect(faultOf(args)).toContain(sentence);
  });

  it("names the field of the file", () => {
    expect(faultOf(["-c", file({ job: 3 })])).toContain("runner.json: job is unknown, did you mean jobs?");
    expect(faultOf(["-c", file({ agnet: "x" })])).toContain("runner.json: agnet is unknown, did you mean agent?");
    expect(faultOf(["-c", file({ jobs: 0, nothing: 1 })])).toMatch(
      /jobs must be at least 1\.\n.*nothing is unknown \(/,
    );
    expect(faultOf(["-c", file({ isolation: "bubblewarp" })])).toContain(
      "isolation must be one of auto, bubblewrap, docker, none, did you mean bubblewrap?",
    );
    expect(faultOf(["-c", file({ url: "switchyard.example" })])).toContain("url must be an http or https address.");
    expect(faultOf(["-c", file({ agents: { mine: {} } })])).toContain("agents.mine.kind is missing.");
    expect(faultOf(["-c", file({ maxDiskGb: 0 })])).toContain("maxDiskGb must be more than 0.");
    expect(faultOf(["-c", file([])])).toContain("runner.json: it must be an object.");
    expect(faultOf(["-c", file({ agentFor: { steps: { Review: "nobody" } } })])).toContain('no agent "nobody"');
    const devServer = { command: ["x"], readyPattern: "(", address: "ftp://{port}" };
    expect(faultOf(["-c", file({ devServer })])).toContain("devServer.readyPattern must be a regular expression.");
    expect(faultOf(["-c", file({ devServer })])).toContain("devServer.address must be an http or https address.");
    expect(faultOf(["-c", file({ copyFiles: ["../secret"] })])).toContain("copyFiles.0 must be a relative path");
    expect(faultOf(["-c", file({ devServerMinutes: 56 })])).toContain("devServerMinutes must be at most 55.");
    expect(faultOf(["-c", file("{")])).toContain("runner.json cannot be read");
  });
});
