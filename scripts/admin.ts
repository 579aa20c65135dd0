// `npm run admin -- <command>`: what administrators do from outside REST, where every request already needs a
// project's key. Works on the embedded engine and, with CONVEX_SELF_HOSTED_URL and CONVEX_SELF_HOSTED_ADMIN_KEY set,
// on any Convex deployment.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { readSettings } from "./settings";
import type { Settings } from "./settings";

const usage = `Usage: npm run admin -- <command> [--json]

  create-project --name N [--slug S] [--git-repo-url U] [--owner-email E]
  create-key --project P --name N [--scopes a,b]
  list-projects
  admin-key     prints the embedded deployment's admin key, for the Convex CLI's CONVEX_SELF_HOSTED_ADMIN_KEY`;

/** The command line asks for something that does not exist: exit code 2, with the usage. */
class UsageError extends Error {}

/** What was asked for cannot be done: exit code 1, with one sentence. */
class Failure extends Error {}

type Result = Record<string, unknown>;

interface Command {
  /** Names of options that take a value; those that end in `!` have to be given. */
  options: string[];
  run(options: Options): Promise<Result>;
  /** The result for people. */
  print(result: Result): string;
}

type Options = Record<string, string | undefined>;

const commands = new Map<string, Command>([
  [
    "create-project",
    {
      options: ["name!", "slug", "git-repo-url", "owner-email"],
      run: ({ name, slug, "git-repo-url": gitRepoUrl, "owner-email": ownerEmail }) =>
        callFunction("admin/projects:create", { name, slug, gitRepoUrl, ownerEmail }),
      print: printFields,
    },
  ],
  [
    "create-key",
    {
      options: ["project!", "name!", "scopes"],
      run: ({ project, name, scopes }) =>
        callFunction("admin/projects:createKey", { projectId: project, name, scopes: scopes?.split(",") }),
      print: printFields,
    },
  ],
  ["list-projects", { options: [], run: () => callFunction("admin/projects:list", {}), print: printProjects }],
  [
    "admin-key",
    {
      options: [],
      run: async () => ({ adminKey: findEngine().adminKey }),
      // Bare, so that a shell can take it as it is.
      print: ({ adminKey }) => String(adminKey),
    },
  ],
]);

async function main(args: string[]): Promise<void> {
  try {
    const [name = "", ...rest] = args;
    const command = commands.get(name);
    if (command === undefined) throw new UsageError(name === "" ? "Name a command." : `There is no command ${name}.`);
    const { json, options } = parseOptions(command, rest);
    const result = await command.run(options);
    console.log(json ? JSON.stringify(result) : command.print(result));
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof Failure)) throw error;
    console.error(error instanceof UsageError ? `${error.message}\n\n${usage}` : error.message);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}

function parseOptions(command: Command, args: string[]): { json: boolean; options: Options } {
  const names = command.options.map((option) => option.replace("!", ""));
  const { json = false, ...options } = parseStrictly(args, names);
  for (const option of command.options) {
    const name = option.slice(0, -1);
    if (option.endsWith("!") && !options[name]) throw new UsageError(`--${name} is missing.`);
  }
  return { json: json === true, options: Object.fromEntries(Object.entries(options).map(([k, v]) => [k, String(v)])) };
}

function parseStrictly(args: string[], names: string[]): Record<string, string | boolean | undefined> {
  const text = Object.fromEntries(names.map((name) => [name, { type: "string" as const }]));
  try {
    return parseArgs({ args, options: { ...text, json: { type: "boolean" } }, strict: true }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

interface Deployment {
  url: string;
  adminKey: string;
}

function findDeployment(): Deployment {
  const { CONVEX_SELF_HOSTED_URL: url, CONVEX_SELF_HOSTED_ADMIN_KEY: adminKey } = process.env;
  if (!url && !adminKey) return findEngine();
  if (!url || !adminKey || !URL.canParse(url)) {
    throw new Failure("CONVEX_SELF_HOSTED_URL and CONVEX_SELF_HOSTED_ADMIN_KEY belong together, a URL and its key.");
  }
  return { url, adminKey };
}

function findEngine(): Deployment {
  const { dataDirectory, host, socketPort } = settings();
  const file = path.join(dataDirectory, "admin-key");
  if (!existsSync(file)) throw new Failure(`There is no admin key at ${file}; \`npm start\` makes it.`);
  const address = host.includes(":") ? `[${host}]` : host;
  return { url: `http://${address}:${socketPort}`, adminKey: readFileSync(file, "utf8").trim() };
}

function settings(): Settings {
  try {
    return readSettings();
  } catch (error) {
    throw new Failure(error instanceof Error ? error.message : String(error));
  }
}

/** Options that were not given are `undefined`, which JSON leaves out. */
async function callFunction(functionPath: string, args: Record<string, unknown>): Promise<Result> {
  const { url, adminKey } = findDeployment();
  const response = await fetch(new URL("/api/function", url), {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Convex ${adminKey}` },
    body: JSON.stringify({ path: functionPath, args, format: "json" }),
  }).catch(() => {
    throw new Failure(`Nothing answers at ${url}; start the service with \`npm start\`.`);
  });
  if (!response.ok) throw new Failure(`The deployment at ${url} refused: ${await response.text()}`);
  const answer: unknown = await response.json();
  if (!isObject(answer)) throw new Failure(`What answers at ${url} is no Convex deployment.`);
  if (answer["status"] !== "success" || !isObject(answer["value"])) throw new Failure(failureMessage(answer));
  return answer["value"];
}

/** The sentence of a refusal, or what the deployment says of any other failure. */
function failureMessage({ errorData, errorMessage }: Result): string {
  const message = isObject(errorData) ? errorData["message"] : errorMessage;
  return typeof message === "string" ? message : "The deployment reported a failure without a message.";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function printFields(result: Result): string {
  const width = Math.max(...Object.keys(result).map((name) => name.length));
  return Object.entries(result)
    .map(([name, value]) => `${name.padEnd(width)}  ${String(value)}`)
    .join("\n");
}

function printProjects({ projects }: Result): string {
  const rows = Array.isArray(projects) ? projects.filter(isObject) : [];
  if (rows.length === 0) return "There are no projects.";
  return rows.map(({ id, slug, name }) => `${String(id)}  ${String(slug)}  ${String(name)}`).join("\n");
}

await main(process.argv.slice(2));
