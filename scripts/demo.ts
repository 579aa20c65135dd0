// `npm run demo`: shows the whole product on this machine, without a network and without an account. It starts the
// service and a runner with a scripted agent, makes a project and a repository, and gives the agent work of every kind.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { GitMissingError, requireGit } from "../packages/runner/src/git/requireGit";
import { Failure, findDashboard } from "./adminFunctions";
import { holdFolder } from "./demo/folder";
import { asksForHelp, readFlags } from "./help";
import { playPast, startDemoRunner, startDemoService, stopAll } from "./demo/processes";
import type { DemoService } from "./demo/processes";
import { giveWork } from "./demo/work";
import { serviceAt } from "./seed/service";
import { rootDirectory } from "./settings";

const usage = `Usage: npm run demo -- [options]

  --folder F   where the demonstration keeps its data, its repository and the runner's worktrees; .demo unless given
  --keep       continue with what an earlier demonstration has left in the folder, instead of starting afresh

Ctrl-C ends it. Where the ports of \`npm start\` are taken, it takes others. SERVICE_HTTP_PORT and SERVICE_SOCKET_PORT
choose them.`;

async function main(args: string[]): Promise<void> {
  if (asksForHelp(args)) return console.log(usage);
  const options = { folder: { type: "string", default: ".demo" }, keep: { type: "boolean", default: false } } as const;
  const flags = readFlags(args, options, usage);
  if (flags === null) {
    process.exitCode = 2;
    return;
  }
  try {
    await requireGit();
    const folder = path.resolve(rootDirectory, flags.folder);
    const letGo = holdFolder(folder, flags.keep);
    try {
      await demonstrate(folder);
    } finally {
      await stopAll();
      letGo();
    }
  } catch (error) {
    if (!(error instanceof Failure || error instanceof GitMissingError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

/** Resolves when the service or the runner has ended. */
async function demonstrate(folder: string): Promise<void> {
  const keyFile = path.join(folder, "key");
  const isNew = !existsSync(keyFile);
  if (isNew) {
    console.log("The shop lives through its last ten days, which takes about half a minute.");
    await playPast(folder);
  }
  const repository = path.join(folder, "shop.git");
  const service = await startDemoService(folder);
  const apiKey = readFileSync(keyFile, "utf8").trim();
  const runner = startDemoRunner(service, folder, repository);
  const { address } = await findDashboard();
  console.log(greeting(service, { apiKey, repository, dashboard: String(address) }));
  const access = serviceAt({ url: service.httpUrl, apiKey, callbackSecret: service.callbackSecret });
  if (isNew) await giveWork(access);
  await Promise.race([service.ended, runner.ended]);
}

interface Made {
  apiKey: string;
  repository: string;
  dashboard: string;
}

function greeting({ httpUrl, socketUrl, dataDirectory }: DemoService, { apiKey, repository, dashboard }: Made): string {
  const ask = (what: string) => `curl -s '${httpUrl}/api/v1${what}' -H 'Authorization: Bearer ${apiKey}'`;
  const lines: [string, string][] = [
    ["Dashboard", dashboard],
    // The command of the sign-in page alone asks the service of `npm start`, which has its data elsewhere.
    ["Its address again", `SERVICE_DATA_DIR='${dataDirectory}' npm run admin -- dashboard`],
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
