// `npm run seed -- --runs 1000`: fills a project with example data through the REST API and the callback, as clients
// and the job runner would. The same seed makes the same data.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs, parseEnv } from "node:util";
import { callFunction, Failure, findHttpAddress, settingsOrFailure } from "./adminFunctions";
import { asksForHelp } from "./help";
import { fillProject } from "./seed/fill";
import { progressOn } from "./seed/progress";
import { checkAccess, serviceAt } from "./seed/service";

const usage = `Usage: npm run seed -- [options]

  --runs N              how many runs to make, besides those of chains; 100 unless given. The first 200 have
                        transcripts and files, the others what lists and sums show
  --seed N              another number gives other data; 1 unless given
  --key K               of the project to fill; a new project \`Example\` unless given
  --url U               of the HTTP-actions host; that of this machine unless given
  --callback-secret S   that of the service; from the environment or the data directory unless given`;

/** The command line asks for something that does not exist. The exit code is 2, and the usage is printed. */
class UsageError extends Error {}

const maxRuns = 1_000_000;

interface Options {
  runs: number;
  seed: number;
  key: string | undefined;
  url: string;
  callbackSecret: string;
}

async function main(args: string[]): Promise<void> {
  if (asksForHelp(args)) return console.log(usage);
  try {
    await seed(readOptions(args));
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof Failure)) throw error;
    console.error(error instanceof UsageError ? `${error.message}\n\n${usage}` : error.message);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}

async function seed({ runs, seed, key, url, callbackSecret }: Options): Promise<void> {
  const startedAt = performance.now();
  const apiKey = key ?? (await createProject());
  const access = { url, apiKey, callbackSecret };
  const projectId = await checkAccess(access);
  await fillProject(serviceAt(access), progressOn(process.stdout), { runs, seed, isNew: key === undefined });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`\nThe project ${projectId} is filled after ${seconds} s.`);
  if (key === undefined) console.log(`Its key, shown only this once: ${apiKey}`);
}

async function createProject(): Promise<string> {
  const { apiKey } = await callFunction("admin/projects:create", { name: "Example" });
  if (typeof apiKey !== "string") throw new Failure("The deployment has made a project without a key.");
  return apiKey;
}

function readOptions(args: string[]): Options {
  const { runs = "100", seed = "1", key, url, "callback-secret": secret } = parseStrictly(args);
  const { dataDirectory } = settingsOrFailure();
  const service = url ?? findHttpAddress();
  if (!URL.canParse(service)) throw new UsageError(`--url is ${service}, which is not a URL.`);
  return {
    runs: wholeNumber("runs", runs),
    seed: wholeNumber("seed", seed),
    key,
    url: service,
    callbackSecret: secret ?? findSecret(dataDirectory),
  };
}

function parseStrictly(args: string[]) {
  const text = { type: "string" } as const;
  try {
    return parseArgs({ args, options: { runs: text, seed: text, key: text, url: text, "callback-secret": text } })
      .values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function wholeNumber(name: string, given: string): number {
  if (/^\d{1,7}$/.test(given) && Number(given) <= maxRuns) return Number(given);
  throw new UsageError(`--${name} is ${given}, which is not a whole number up to ${maxRuns}.`);
}

function findSecret(dataDirectory: string): string {
  const file = path.join(dataDirectory, "secrets.env");
  const kept = existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {};
  const secret = process.env["JOB_CALLBACK_SECRET"] || kept["JOB_CALLBACK_SECRET"];
  if (secret) return secret;
  throw new Failure(
    `There is no callback secret at ${file}; \`npm start\` makes it, or give it with --callback-secret.`,
  );
}

await main(process.argv.slice(2));
