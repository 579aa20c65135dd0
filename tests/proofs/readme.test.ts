// A new user types in the commands of the README, one after the other, in a fresh clone. Only the placeholders are
// filled in, and the ports are free ones. `npm test` itself is run by newEndpointAndField.test.ts.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rootDirectory } from "../../scripts/settings";
import { git, makeOrigin } from "../support/gitOrigin";
import { printed, Terminal } from "../support/terminal";
import { copyTree } from "../support/treeCopy";

const readme = readFileSync(path.join(rootDirectory, "README.md"), "utf8");
const blocks = [...readme.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block = ""]) => block);
/** Lines that continue a command are indented. */
const commands = blocks.flatMap((block) => block.trimEnd().split(/\n(?! )/));

let folder: string;
let clone: string;
let terminal: Terminal;
let address: string;
const values: Record<string, string> = {};
const environment = () => ({
  PATH: process.env["PATH"],
  HOME: folder,
  SERVICE_HTTP_PORT: "0",
  SERVICE_SOCKET_PORT: "0",
  // Only tests of the dashboard pay for building it.
  SERVICE_DASHBOARD: "off",
});

/** The next command of the README. Throws when it is another one than the test expects. */
function next(beginning: string): string {
  const command = commands.shift() ?? "";
  expect(command.slice(0, beginning.length)).toBe(beginning);
  const filled = command.replaceAll(/<([a-z ]+)>/g, (placeholder, name: string) => values[name] ?? placeholder);
  expect(filled).not.toMatch(/<[a-z ]+>/);
  return filled.replaceAll("http://127.0.0.1:3211", address);
}

async function dataOf(command: string): Promise<Record<string, unknown>> {
  const { data } = JSON.parse(await terminal.run(command)) as { data: Record<string, unknown> };
  return data;
}

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "switchyard-first-hour-"));
  clone = path.join(folder, "switchyard");
  terminal = new Terminal(clone, environment());
  const sources = copyTree("first-hour");
  rmSync(path.join(sources, "node_modules"));
  git(sources, "init", "--quiet");
  git(sources, "add", ".");
  git(sources, "-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "--quiet", "-m", "all");
  mkdirSync(path.join(folder, "own"));
  const origin = makeOrigin(path.join(folder, "own"));
  Object.assign(values, { "the address of this repository": sources, "the repository": origin, "the folder": origin });
});

afterAll(async () => {
  await terminal.close();
  rmSync(values["the address of this repository"] ?? "", { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
});

it("the first hour of a new user goes as the README says", { timeout: 900_000 }, async () => {
  await terminal.run(next("git clone"), folder);
  expect(next("cd")).toBe("cd switchyard");
  // The packages are those of this checkout, so that nothing is downloaded.
  symlinkSync(path.join(rootDirectory, "node_modules"), path.join(clone, "node_modules"));

  const service = terminal.begin(next("npm start"));
  values["the key"] = await printed(service, /svc_test_\w{43}/);
  address = await printed(service, /http:\/\/127\.0\.0\.1:\d+(?=\/api\/v1)/);
  expect(JSON.parse(await terminal.run(next("curl")))).toMatchObject({ status: "ok" });
  expect(await dataOf(next("curl"))).toMatchObject({ name: "Demo" });
  next("npm test");

  const demo = terminal.begin(next("npm run demo"));
  await printed(demo, /Key +svc_/);
  await terminal.pressCtrlC(demo);

  // The key is typed when it is asked for.
  expect(await terminal.run(`${next("npx --no-install switchyard login")} <<< '${values["the key"]}'`)).toContain(
    "Demo",
  );
  await terminal.run(next("npx --no-install switchyard workflows create"));
  // The runner works in the background, and ends with the terminal.
  terminal.begin(next("npx --no-install switchyard runner").replace(/ &$/, ""));
  expect(await terminal.run(next("npx --no-install switchyard start"))).toMatch(/completed.*switchyard\/run-1-/);
  expect(await terminal.run(next("npx --no-install switchyard runs logs"))).toContain("Add a dark mode.");
  expect(git(values["the repository"] ?? "", "branch", "--list", "switchyard/*")).toContain("switchyard/run-1-");
  expect(commands).toEqual([]);
});
