// The changes that the demo agent makes in a worktree. Making one a second time changes nothing.
import { readText } from "../../agentFiles/readFile";
import { writeFileBelow } from "../../agentFiles/writeFile";
import { locateInWorktree } from "../permissions";
import type { DemoPlan } from "./plan";

const maxBytes = 10_000_000;

export interface Edit {
  file: string;
  change: (before: string) => string;
}

export function editsOf({ topic, slug, seed }: DemoPlan, answer: string | null): Edit[] {
  const name = slug.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  const note = `- ${topic}${answer === null ? "" : ` (${answer})`}\n`;
  return [
    { file: `src/${slug}.ts`, change: () => source(name, topic, seed, answer) },
    { file: `tests/${slug}.test.ts`, change: () => test(name, slug) },
    { file: "CHANGELOG.md", change: (before) => withLine(before === "" ? "# Changes\n\n" : before, note) },
  ];
}

/** Returns what the file was and is, so that the change can be shown. */
export async function makeEdit(worktree: string, { file, change }: Edit): Promise<{ before: string; after: string }> {
  const inside = await locateInWorktree(worktree, file);
  if (inside === null) throw new Error(`${file} is not in the worktree.`);
  const before = (await readText(inside.root, inside.name, maxBytes)) ?? "";
  const after = change(before);
  await writeFileBelow(inside.root, inside.name, after);
  return { before, after };
}

/** Keeps both sides of every conflict, one after the other. */
export function resolved(text: string): string {
  const marker = /^(?:<{7}|={7}|>{7})(?: .*)?\n/gm;
  return text.replaceAll(/^\|{7}(?: .*)?\n[^]*?(?=^={7}\n)/gm, "").replaceAll(marker, "");
}

function source(name: string, topic: string, seed: number, answer: string | null): string {
  const choice =
    answer === null ? "" : `/** Chosen by a person. */\nexport const choice = ${JSON.stringify(answer)};\n\n`;
  return `// ${topic}\n${choice}export function ${safe(name)}(input: number): number {\n  return input + ${seed % 100};\n}\n`;
}

function test(name: string, slug: string): string {
  return (
    `import { ${safe(name)} } from "../src/${slug}";\n\n` +
    `if (${safe(name)}(1) <= 0) throw new Error("${safe(name)} returned too little.");\n`
  );
}

/** A name may not begin with a digit. */
function safe(name: string): string {
  return /^[a-z]/.test(name) ? name : `task${name}`;
}

function withLine(text: string, line: string): string {
  return text.includes(line) ? text : `${text.endsWith("\n") ? text : `${text}\n`}${line}`;
}
