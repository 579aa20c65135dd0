// Tools that people start directly, such as `npx vitest`, begin on the installed Node. Where it is too old for the
// service, this continues with the Node of scripts/node.sh.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const oldest = 24;

/** Must be called by the configuration of a tool that was started as a program. Starts it again on a newer Node. */
export function continueOnNewerNode(tool: string): void {
  const [, program = "", ...args] = process.argv;
  const isProgram = program.endsWith(`/${tool}`) || program.endsWith(`/${tool}.mjs`);
  if (!isProgram || Number(process.versions.node.split(".")[0]) >= oldest) return;
  const script = fileURLToPath(new URL("node.sh", import.meta.url));
  const { status } = spawnSync("sh", [script, program, ...args], { stdio: "inherit" });
  process.exit(status ?? 1);
}
