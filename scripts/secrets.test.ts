import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { environmentVariables, followEnvironment } from "./secrets";

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), "switchyard-secrets-"));
  for (const name of ["JOB_CALLBACK_SECRET", "IDP_WEBHOOK_SECRET", "PROVIDER_KEY_ENCRYPTION_KEY"]) vi.stubEnv(name, "");
  for (const name of ["JOB_RUNNER_URL", "JOB_RUNNER_SIGNING_SECRET"]) vi.stubEnv(name, "");
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(directory, { recursive: true });
});

function changes(current: { name: string; value: string }[] = []): Record<string, string> {
  followEnvironment(directory, current);
  return Object.fromEntries(environmentVariables(directory, current).map(({ name, value }) => [name, value]));
}

it("makes the missing secrets in the forms that their readers expect", () => {
  const made = changes();
  expect(made["JOB_CALLBACK_SECRET"]).toMatch(/^[\w-]{43}$/);
  expect(made["IDP_WEBHOOK_SECRET"]).toMatch(/^whsec_/);
  expect(Buffer.from(made["PROVIDER_KEY_ENCRYPTION_KEY"] ?? "", "base64")).toHaveLength(32);
});

it("makes the secret that signs announcements when there is an address to announce to, and not before", () => {
  const url = "https://runner.example/jobs";
  expect(changes()).not.toHaveProperty("JOB_RUNNER_SIGNING_SECRET");
  const { JOB_RUNNER_SIGNING_SECRET: made } = changes([{ name: "JOB_RUNNER_URL", value: url }]);
  expect(made).toMatch(/^whsec_[\w+/]{43}=$/);
  vi.stubEnv("JOB_RUNNER_URL", url);
  expect(changes()).toMatchObject({ JOB_RUNNER_URL: url, JOB_RUNNER_SIGNING_SECRET: made });
  vi.stubEnv("JOB_RUNNER_SIGNING_SECRET", "whsec_bWluZQ==");
  expect(changes()).toMatchObject({ JOB_RUNNER_SIGNING_SECRET: "whsec_bWluZQ==" });
});

it("keeps them in a file that only its owner can read", () => {
  const made = changes();
  const file = path.join(directory, "secrets.env");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const secrets = Object.entries(made).filter(([name]) => !name.startsWith("SERVICE_"));
  expect(secrets).not.toEqual([]);
  for (const [name, value] of secrets) expect(readFileSync(file, "utf8")).toContain(`${name}=${value}\n`);
});

it("sets the secrets of the file again when the deployment has lost them", () => {
  expect(changes()).toEqual(changes());
});

it("writes the deployment's secrets into the file when a backup has replaced them", () => {
  changes();
  expect(changes([{ name: "JOB_CALLBACK_SECRET", value: "from-the-backup" }])).not.toHaveProperty(
    "JOB_CALLBACK_SECRET",
  );
  expect(readFileSync(path.join(directory, "secrets.env"), "utf8")).toContain("JOB_CALLBACK_SECRET=from-the-backup\n");
});

it("changes nothing that the deployment already has", () => {
  const made = Object.entries(changes()).map(([name, value]) => ({ name, value }));
  expect(changes(made)).toEqual({});
});

it("lets the process environment win, and passes on the variables that the product reads", () => {
  vi.stubEnv("JOB_CALLBACK_SECRET", "mine");
  vi.stubEnv("PLATFORM_KEY_OPENAI", "sk-platform");
  vi.stubEnv("SERVICE_DATA_DIR", "elsewhere");
  const given = changes([{ name: "JOB_CALLBACK_SECRET", value: "former" }]);
  expect(given).toMatchObject({ JOB_CALLBACK_SECRET: "mine", PLATFORM_KEY_OPENAI: "sk-platform" });
  expect(given).not.toHaveProperty("SERVICE_DATA_DIR");
  expect(readFileSync(path.join(directory, "secrets.env"), "utf8")).not.toContain("mine");
});

it("returns the names whose value in the file was different, and keeps a former encryption key as a comment", () => {
  const former = changes()["PROVIDER_KEY_ENCRYPTION_KEY"] ?? "";
  const current = [{ name: "PROVIDER_KEY_ENCRYPTION_KEY", value: "the-next" }];
  expect(followEnvironment(directory, current)).toEqual(["PROVIDER_KEY_ENCRYPTION_KEY"]);
  expect(followEnvironment(directory, current)).toEqual([]);
  const text = () => readFileSync(path.join(directory, "secrets.env"), "utf8");
  expect(text()).toContain("\nPROVIDER_KEY_ENCRYPTION_KEY=the-next\n");
  expect(text()).toContain(`\n# former PROVIDER_KEY_ENCRYPTION_KEY=${former}\n`);
  followEnvironment(directory, [{ name: "PROVIDER_KEY_ENCRYPTION_KEY", value: former }]);
  expect(text()).not.toContain(`# former PROVIDER_KEY_ENCRYPTION_KEY=${former}`);
  expect(text()).toContain("# former PROVIDER_KEY_ENCRYPTION_KEY=the-next\n");
});
