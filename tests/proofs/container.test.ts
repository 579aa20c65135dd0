// The image as Docker builds and runs it, with the options of docs/operations.md, where there is a daemon. Without one
// tests/proofs/deployment.test.ts executes the steps of Dockerfile.
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rootDirectory } from "../../scripts/settings";
import { bearer } from "../support/fixtures";

const hasDaemon = spawnSync("docker", ["info", "--format", "{{.ServerVersion}}"]).status === 0;
const name = `switchyard-test-${randomUUID()}`;

/** Returns what a command of Docker prints, which must succeed. */
function docker(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync("docker", args, { cwd: rootDirectory, encoding: "utf8" });
  if (status !== 0) throw new Error(`docker ${args.join(" ")} ended with ${status}: ${stderr}`);
  return stdout.trim();
}

const health = () => docker("inspect", "--format", "{{.State.Health.Status}}", name);
const isHealthy = () => expect.poll(health, { timeout: 300_000, interval: 1_000 }).toBe("healthy");

/** Docker chooses the port again at each start. */
async function projectOf(key: string): Promise<unknown> {
  const [address = ""] = docker("port", name, "3211/tcp").split("\n");
  return await (await fetch(`http://${address}/api/v1/project`, { headers: bearer(key) })).json();
}

describe.skipIf(!hasDaemon)("a container", { timeout: 1_200_000 }, () => {
  beforeAll(() => {
    docker("build", "--quiet", "--tag", name, ".");
    const options = ["--read-only", "--tmpfs", "/tmp", "--volume", `${name}:/data`, "--stop-timeout", "30"];
    docker("run", "--detach", "--name", name, ...options, "--publish", "127.0.0.1::3211", name);
  }, 1_200_000);
  afterAll(() => {
    for (const args of [
      ["rm", "--force", name],
      ["volume", "rm", name],
      ["rmi", "--force", name],
    ])
      spawnSync("docker", args);
  });

  it("is healthy, serves as nobody, and keeps what was written over a stop and a start", async () => {
    await isHealthy();
    expect(docker("exec", name, "id", "--user", "--name")).toBe("nobody");
    const key = docker("exec", name, "cat", "/data/first-key");
    expect(docker("logs", name)).not.toContain(key);
    const project = await projectOf(key);
    expect(project).toMatchObject({ data: { name: "Demo" } });
    docker("stop", name);
    expect(docker("inspect", "--format", "{{.State.ExitCode}}", name)).toBe("0");
    docker("start", name);
    await isHealthy();
    expect(await projectOf(key)).toEqual(project);
  });
});
