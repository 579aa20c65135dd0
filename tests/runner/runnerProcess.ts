// A runner as a process of its own, which a test may kill.
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { rootDirectory } from "../../scripts/settings";
import { callbackSecret } from "../support/fixtures";
import type { World } from "./fixture";

export class RunnerProcess {
  private child: ChildProcess | undefined;

  /** Its token, its configuration and all that it keeps are in `folder`. */
  constructor(
    { engine, folder: localRepository }: World,
    readonly folder: string,
    changes: Record<string, unknown>,
  ) {
    mkdirSync(folder);
    // Many agents of tests say what they did in files outside of their worktrees.
    const forTests = { isolation: "none", leaseSeconds: 5, localRepositories: [localRepository] };
    const configuration = { url: engine.httpUrl, tokenFile: "token", folder: "work", ...forTests, ...changes };
    writeFileSync(path.join(folder, "token"), callbackSecret);
    writeFileSync(path.join(folder, "runner.json"), JSON.stringify(configuration));
  }

  start(): void {
    const args = ["scripts/run.mjs", "packages/runner/src/main.ts", "--config", path.join(this.folder, "runner.json")];
    this.child = spawn(process.execPath, args, { cwd: rootDirectory, stdio: "ignore" });
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    const { child } = this;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, "exit");
  }
}
