// `npm run demo`: shows the whole product on this machine, without a network and without an account. It starts the
// service and a runner with a scripted agent, makes a project and a repository, and gives the agent work of every kind.
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { GitMissing, requireGit } from "../packages/runner/src/git/installed";
import { Failure, findDashboard } from "./adminFunctions";
import { asksForHelp } from "./help";
import { makeRepository } from "./demo/repository";
import { startDemoRunner, startDemoService } from "./demo/processes";
import type { DemoService } from "./demo/processes";
import { giveWork } from "./demo/work";
import { makeProject } from "./demo/project";
import { serviceAt } from "./seed/service";
import { rootDirectory } from "./settings";

const usage = `Usage: npm run demo -- [options]

  --folder F   where the demonstration keeps its data, its repository and the runner's worktrees; .demo unless given
  --keep       go on with what an earlier demonstration has left in the folder, instead of making everything anew

Ctrl-C ends it. SERVICE_HTTP_PORT and SERVICE_SOCKET_PORT choose other ports, as for \`npm start\`.`;

async function main(args: string[]): Promise<void> {
  if (asksForHelp(args)) return console.log(usage);
  try {
    const { values } = parseArgs({ args, options: { folder: { type: "string" }, keep: { type: "boolean" } } });
    await demonstrate(path.resolve(rootDirectory, values.folder ?? ".demo"), values.keep ?? false);
  } catch (error) {
    const isMistake = error instanceof TypeError && "code" in error;
    if (!isMistake && !(error instanceof Failure || error instanceof GitMissing)) throw error;
    console.error(isMistake ? `${error.message}\n\n${usage}` : error.message);
    process.exitCode = isMistake ? 2 : 1;
  }
}

async function demonstrate(folder: string, isKept: boolean): Promise<void> {
  await requireGit();
  if (!isKept) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const service = await startDemoService(path.join(folder, "data"));
  const repository = makeRepository(path.join(folder, "shop.git"));
  const { apiKey, isNew } = await makeProject(service, path.join(folder, "key"));
  const runner = startDemoRunner(service, path.join(folder, "runner"));
  const { address } = await findDashboard();
  console.log(greeting(service, { apiKey, repository, dashboard: String(address) }));
  const access = serviceAt({ url: service.httpUrl, apiKey, callbackSecret: service.callbackSecret });
  if (isNew) await giveWork(access, repository);
  await Promise.race([service.ended, runner.ended]);
  await Promise.all([service.stop(), runner.stop()]);
}

interface Made {
  apiKey: string;
  repository: string;
  dashboard: string;
}

function greeting({ httpUrl, socketUrl }: DemoService, { apiKey, repository, dashboard }: Made): string {
  const ask = (what: string) => `curl -s '${httpUrl}/api/v1${what}' -H 'Authorization: Bearer ${apiKey}'`;
  const lines: [string, string][] = [
    ["Dashboard", dashboard],
    ["REST API", `${httpUrl}/api/v1`],
    ["Convex clients", socketUrl],
    ["Key", apiKey],
    ["Repository", `git -C ${repository} log --all --oneline --graph`],
    ["Runs", ask("/runs/list?limit=20")],
    ["What waits for you", ask("/inbox")],
    ["Questions", ask("/runs/questions?status=waiting")],
  ];
  const table = lines.map(([label, value]) => `  ${label.padEnd(20)}${value}\n`).join("");
  return `\nThe demonstration runs. Its agent follows a script; nothing leaves this machine. Ctrl-C ends it.\n\n${table}`;
}

await main(process.argv.slice(2));
