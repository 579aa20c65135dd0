// What operators install: the times and the rights that the unit, the image and docs/operations.md give the service.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { rootDirectory } from "../scripts/settings";
import { faultsOf } from "../scripts/variables";
import { readUnit } from "./support/systemdUnit";

/** After it has drained, the service gives the requests in flight 10 s, and then closes its database. */
const marginS = 15;
const operations = readFileSync(path.join(rootDirectory, "docs/operations.md"), "utf8");
const maxDrainS = 300;

it("systemd waits for the longest drain, and leaves a service alone that says what is in its way", () => {
  expect(faultsOf({ SERVICE_DRAIN_SECONDS: String(maxDrainS) })).toEqual([]);
  expect(faultsOf({ SERVICE_DRAIN_SECONDS: String(maxDrainS + 1) })).toHaveLength(1);
  const unit = readUnit();
  expect(Number(unit.get("TimeoutStopSec"))).toBeGreaterThanOrEqual(maxDrainS + marginS);
  // scripts/supervise.mjs: the exit code 1.
  expect(unit.get("RestartPreventExitStatus")).toEqual(["1"]);
  expect(Number(unit.get("StartLimitBurst"))).toBeGreaterThan(1);
});

it("each container of the documentation is given the time that it drains and a margin", () => {
  const drainOf = (text: string) => Number(/SERVICE_DRAIN_SECONDS[=:] *"?(\d+)/.exec(text)?.[1] ?? 0);
  const blocks = [...operations.matchAll(/```(?:sh|yaml)\n([^]*?)```/g)].map(([, block = ""]) => block);
  const times = blocks.flatMap((block) =>
    [...block.matchAll(/(?:--stop-timeout |stop_grace_period: )(\d+)/g)].map(([, time]) => ({
      time: Number(time),
      needed: drainOf(block) + marginS,
    })),
  );
  expect(times).toHaveLength(2);
  for (const { time, needed } of times) expect(time).toBeGreaterThanOrEqual(needed);
});

it("a command of an operator runs under systemd with the user, the data and the variables of the unit", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "switchyard-systemd-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(path.join(folder, "systemd-run"), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
  const { stdout } = spawnSync("sh", ["deploy/switchyard-admin", "create-key", "--name", "A b"], {
    cwd: rootDirectory,
    env: { ...process.env, PATH: `${folder}:${process.env["PATH"]}` },
    encoding: "utf8",
  });
  const given = stdout.trim().split("\n");
  const unit = readUnit();
  const shared = [
    "DynamicUser",
    "StateDirectory",
    "StateDirectoryMode",
    "UMask",
    "WorkingDirectory",
    "EnvironmentFile",
  ];
  for (const name of shared) expect(given).toContain(`--property=${name}=${unit.get(name)?.join(" ")}`);
  // The user that systemd makes has the name of the unit.
  expect(given).toContain("--property=User=switchyard");
  for (const pair of unit.get("Environment")?.join(" ").split(" ") ?? []) expect(given).toContain(`--setenv=${pair}`);
  expect(given.slice(-6)).toEqual([
    "/usr/bin/node",
    "scripts/run.mjs",
    "scripts/admin.ts",
    "create-key",
    "--name",
    "A b",
  ]);
});
