// What the demo agent does for a prompt. It is decided by the prompt and the number of the run alone, so that the same
// demonstration shows the same work.
import { createHash } from "node:crypto";
import { taskIn } from "./scenes";

const behaviours = ["question", "permission", "fail", "limit", "hang"] as const;
type Behaviour = (typeof behaviours)[number];

export interface DemoPlan {
  seed: number;
  /** What the work is about, in the words of the prompt. */
  topic: string;
  /** A name for files, made from the topic. */
  slug: string;
  /** What the agent looks for in the repository, in lower case. */
  words: string[];
  does: ReadonlySet<Behaviour>;
}

/** `[demo: question, fail]` in a prompt says what happens, and `[demo: plain]` that nothing special does. */
const directive = /\[demo:([a-z, ]*)\]/;
const maxTopic = 60;

export function planOf(prompt: string, runNumber: string): DemoPlan {
  const seed = createHash("sha256").update(`${runNumber}\n${prompt}`).digest().readUInt32BE();
  const wanted = directive.exec(prompt)?.[1];
  const named = behaviours.filter((name) => wanted?.includes(name));
  const topic = topicOf(prompt);
  // The first run of a project goes well: it is the first that somebody sees.
  const unasked = runNumber === "1" ? [] : bySeed(seed);
  const does = new Set(wanted === undefined ? unasked : named);
  return { seed, topic, slug: slugOf(topic), words: wordsOf(topic), does };
}

/** Every fourth run asks a question, every fifth asks for a permission, and every ninth fails. */
function bySeed(seed: number): Behaviour[] {
  const found: Behaviour[] = [];
  if (seed % 4 === 0) found.push("question");
  if (seed % 5 === 1) found.push("permission");
  if (seed % 9 === 2) found.push("fail");
  return found;
}

function topicOf(prompt: string): string {
  const line = taskIn(prompt)
    .replace(directive, "")
    .split("\n")
    .find((text) => text.trim() !== "" && !text.startsWith("#"));
  const text = (line ?? "the task").trim().replace(/[.!]$/, "");
  return text.length <= maxTopic ? text : `${text.slice(0, maxTopic).trimEnd()}…`;
}

function slugOf(topic: string): string {
  const words = topic.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.slice(0, 4).join("-").slice(0, 40) || "task";
}

const shortestWord = 4;

function wordsOf(topic: string): string[] {
  const words = topic.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const long = words.filter((word) => word.length >= shortestWord);
  return (long.length > 0 ? long : words).slice(0, 6);
}
