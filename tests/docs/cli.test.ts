// docs/cli.md is what the command line says about itself: its part about commands is made of their help.
// `npm run codegen` writes it.
import path from "node:path";
import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { exitCodes } from "../../packages/cli/src/frame/failure";
import { commands, groups } from "../../packages/cli/src/commands/all";
import { runProgram } from "../../packages/cli/src/program";
import { rootDirectory } from "../../scripts/settings";
import { documents, read } from "./documents";

const heading = "## Commands\n";

/** What `switchyard <words> --help` prints. */
async function helpOf(words: string): Promise<string> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const signal = new AbortController().signal;
  const code = await runProgram([...words.split(" "), "--help"], {
    environment: {},
    streams: { stdin, stdout, stderr },
    signal,
  });
  expect(code).toBe(0);
  return String(stdout.read()).trimEnd();
}

/** The options of every command are said once, above. */
function withoutCommonOptions(help: string): string {
  return help.replace(/\nGlobal Options:\n(?: .*\n)+/, "");
}

it("the page of the command line has the help of every command", async () => {
  const shown = commands.filter(({ isHidden, readsWords }) => isHidden !== true && readsWords !== true);
  const parts: string[] = [];
  for (const { name } of shown) {
    const help = withoutCommonOptions(await helpOf(name));
    parts.push(`### switchyard ${name}\n\n\`\`\`text\n${help}\n\`\`\`\n`);
  }
  const [before = ""] = read("docs/cli.md").split(heading);
  const page = [before.trimEnd(), `\n\n${heading}\n`, parts.join("\n")].join("");
  await expect(page).toMatchFileSnapshot(path.join(rootDirectory, "docs/cli.md"));
});

it("the page names every exit code and every group", () => {
  const page = read("docs/cli.md");
  for (const code of Object.values(exitCodes)) expect(page).toMatch(new RegExp(`^\\| ${code} +\\|`, "m"));
  for (const group of Object.keys(groups)) expect(page).toContain(`switchyard ${group} `);
});

it("no document sends people to the package of the registry with the same name", () => {
  const fetching = /npx (?:--yes )?switchyard|npm (?:i|install) (?:-g |--global )?(?:@switchyard\/|switchyard\b)/;
  for (const { text } of documents) expect(text).not.toMatch(fetching);
  // Others have `dist` of the packed file, which has a version in its name.
  expect(read("packages/cli/README.md")).toContain("npm install --global ./.build/packages/switchyard-cli-");
});

it("the README stays as short as a first look is", () => {
  expect(Buffer.byteLength(read("README.md"))).toBeLessThanOrEqual(7_000);
});
