// The dashboard shows people how to start a runner. Each of these commands is one that the runner understands.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { readFlags } from "./flags";

const web = fileURLToPath(new URL("../../../../web/src", import.meta.url));

function shownCommands(): string[] {
  const files = readdirSync(web, { recursive: true, encoding: "utf8" }).filter((file) =>
    /(?<!\.test)\.tsx?$/.test(file),
  );
  const texts = files.map((file) => readFileSync(path.join(web, file), "utf8"));
  return texts.flatMap((text) => [...text.matchAll(/npm run runner[^"`\n]*/g)].map(([command]) => command));
}

/** Returns what npm hands to the runner, with one word for each `<description>`. */
function argumentsOf(command: string): string[] {
  const [, flags = ""] = command.split(" -- ");
  return flags
    .replaceAll(/<[^>]*>|\$\{[^}]*\}/g, "given")
    .split(" ")
    .filter(Boolean);
}

it("reads the flags of each command that the dashboard shows", () => {
  const all = shownCommands().map(argumentsOf);
  expect(all.length).toBeGreaterThan(2);
  const read = all.filter((args) => args.length > 0).map((args) => readFlags(args));
  expect(read).toContainEqual(expect.objectContaining({ url: "given", tokenFile: "given" }));
});
