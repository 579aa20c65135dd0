// `npm run admin -- <command>`: what administrators do outside the REST API, where every request needs a project's key.
import { parseArgs } from "node:util";
import { callFunction, Failure, findDashboard, findEngine, isObject, signIn } from "./adminFunctions";
import { asksForHelp } from "./help";
import { reseal } from "./reseal";
import type { Result } from "./adminFunctions";
import { printable, printableJson } from "../packages/runner/src/log/printable";

const usage = `Usage: npm run admin -- <command> [--json]

  create-project --name N [--slug S] [--git-repo-url U] [--owner-email E]
                creates a project and its owner, and prints their ids and the project's first key
  create-key --project P --name N [--scopes a,b]
                prints a further key of a project, with every scope unless some are given
  list-projects prints id, slug and name of each, and of deleted ones who asked and until when they can be restored
  restore-project --project P [--owner-email E]
                brings back a deleted project within its time of grace; E owns it if nobody is left in it
  migrations    says how far the migrations of data from older versions are
  migrate-again
                starts all of them once more, after a backup of an older version was restored
  reseal [--key K]
                seals all secrets again, under PROVIDER_KEY_ENCRYPTION_KEY: under K, or under a key that is made, on the
                embedded deployment; elsewhere, or where this was interrupted, under the key that is set by now
  dashboard     prints the address of the embedded deployment's dashboard that signs in by one click
  sign-in --email E [--name N]
                prints a token for a day with which Convex clients are this person, on the embedded deployment alone
  admin-key     prints the embedded deployment's admin key, for the Convex CLI's CONVEX_SELF_HOSTED_ADMIN_KEY`;

/** The command line asks for something that does not exist. The exit code is 2, and the usage is printed. */
class UsageError extends Error {}

interface Command {
  /** Names of options that take a value. A name that ends in `!` is a required option. */
  options: string[];
  run(options: Options): Promise<Result>;
  /** Returns the result as text for people. */
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
  [
    "restore-project",
    {
      options: ["project!", "owner-email"],
      run: ({ project, "owner-email": ownerEmail }) =>
        callFunction("admin/projects:restore", { projectId: project, ownerEmail }),
      print: ({ id, name }) => `The project ${String(name)} (${String(id)}) is back, with its members and keys.`,
    },
  ],
  ["list-projects", { options: [], run: () => callFunction("admin/projects:list", {}), print: printProjects }],
  ["migrations", { options: [], run: () => callFunction("migrations/scheduled:status", {}), print: printMigrations }],
  [
    "migrate-again",
    {
      options: [],
      run: () => callFunction("migrations/scheduled:start", { again: true }),
      print: ({ going }) => (Array.isArray(going) ? `Started: ${going.map(String).join(", ")}.` : ""),
    },
  ],
  [
    "reseal",
    {
      options: ["key"],
      run: ({ key }) => reseal(key),
      print: ({ resealed }) => `${String(resealed)} secrets were sealed again; all can be read.`,
    },
  ],
  [
    "sign-in",
    {
      options: ["email!", "name"],
      run: ({ email, name }) => signIn({ email, name }),
      // Only the token is printed, so that a shell can use the output unchanged.
      print: ({ token }) => String(token),
    },
  ],
  [
    "dashboard",
    {
      options: [],
      run: () => findDashboard(),
      // Only the address is printed, so that a shell can use the output unchanged.
      print: ({ address }) => String(address),
    },
  ],
  [
    "admin-key",
    {
      options: [],
      run: async () => ({ adminKey: findEngine().adminKey }),
      // Only the key is printed, so that a shell can use the output unchanged.
      print: ({ adminKey }) => String(adminKey),
    },
  ],
]);

async function main(args: string[]): Promise<void> {
  try {
    if (asksForHelp(args)) return console.log(usage);
    const [name = "", ...rest] = args;
    const command = commands.get(name);
    if (command === undefined) throw new UsageError(name === "" ? "Name a command." : `There is no command ${name}.`);
    const { json, options } = parseOptions(command, rest);
    const result = await command.run(options);
    console.log(json ? printableJson(result) : printable(command.print(result)));
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

function printFields(result: Result): string {
  const width = Math.max(...Object.keys(result).map((name) => name.length));
  return Object.entries(result)
    .map(([name, value]) => `${name.padEnd(width)}  ${String(value)}`)
    .join("\n");
}

function printProjects({ projects }: Result): string {
  const rows = Array.isArray(projects) ? projects.filter(isObject) : [];
  if (rows.length === 0) return "There are no projects.";
  return rows
    .map((row) => `${String(row["id"])}  ${String(row["slug"])}  ${String(row["name"])}${deletion(row)}`)
    .join("\n");
}

function deletion({ status, restorableUntil, deletedBy }: Result): string {
  if (status !== "deleting") return "";
  if (typeof restorableUntil !== "string") return "  (deleted, its data is being removed)";
  const by = isObject(deletedBy) ? ` by ${String(deletedBy["name"])}` : "";
  return `  (deleted${by}; restore-project brings it back until ${restorableUntil})`;
}

function printMigrations({ migrations }: Result): string {
  const all = Array.isArray(migrations) ? migrations.filter(isObject) : [];
  if (all.length === 0) return "There are no migrations.";
  return all
    .map(({ name, status, rows, movedAt }) => {
      const when = typeof movedAt === "string" ? `, ${String(rows)} rows, ${movedAt}` : "";
      return `${String(name)}  ${String(status)}${when}`;
    })
    .join("\n");
}

await main(process.argv.slice(2));
