// What the demo agent plays for a task that somebody has written a script for. A file of scenes is data: which texts
// belong to a task, which edits it makes, and where it asks or fails. The edits and the tests of a scene are real.
import { readFileSync } from "node:fs";
import * as z from "zod";
import { ConfigurationError } from "../../errors/configurationError";

const text = z.string().min(1);

const plainBeats = [
  z.strictObject({ think: text }),
  z.strictObject({ say: text }),
  /** The goal of this number is begun, and those before it are reached. */
  z.strictObject({ goal: z.int().min(0) }),
  z.strictObject({ read: text }),
  z.strictObject({ edit: text, replace: text, by: z.string() }),
  z.strictObject({ write: text, text }),
  /** Arguments of Node. The scene fails when the program ends otherwise than `ends` says. */
  z.strictObject({ node: z.array(text).min(1), ends: z.enum(["well", "badly"]) }),
  z.strictObject({ permit: text, paths: z.array(text) }),
  z.strictObject({ fail: text }),
  z.strictObject({ limit: text }),
  /** Nothing happens until somebody ends the session. */
  z.strictObject({ wait: z.literal(true) }),
] as const;

const plainBeat = z.union(plainBeats);

/** The beats of the chosen option follow, or those of the first one where nobody has answered. */
const choice = z.strictObject({
  ask: text,
  about: text,
  options: z.array(z.strictObject({ name: text, beats: z.array(plainBeat) })).min(2),
});

const beat = z.union([...plainBeats, choice]);

const part = z.strictObject({
  /** Absent: any role plays it. */
  role: text.optional(),
  goals: z.array(text).default([]),
  beats: z.array(beat),
  model: text,
  service: text,
  inputTokens: z.int().min(0),
  outputTokens: z.int().min(0),
});

const scene = z.strictObject({
  /** All of these words are in the task. */
  words: z.array(text).min(1),
  /** The scene has been played already where the file has this text. */
  unless: z.strictObject({ file: text, has: text }).optional(),
  parts: z.array(part).min(1),
  output: z.unknown().optional(),
});

const scenes = z.array(scene);

export type Scene = z.input<typeof scene>;
export type PlayedScene = z.infer<typeof scene>;
export type Part = z.infer<typeof part>;
export type Beat = z.infer<typeof beat>;

/** Reads the file that the configuration names. Throws ConfigurationError. */
export function readScenes(file: string): PlayedScene[] {
  try {
    return scenes.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    throw new ConfigurationError(`The scenes of the demo agent in ${file}: ${String(error)}`);
  }
}

/** The heading under which the runner puts the task, after what is general. */
const taskHeading = "# The task\n";

/** Returns the task itself, without the rules of the project before it and the part of the step after it. */
export function taskIn(prompt: string): string {
  const start = prompt.indexOf(taskHeading);
  if (start < 0) return prompt;
  const task = prompt.slice(start + taskHeading.length);
  const end = task.search(/^# Your step: /m);
  return end < 0 ? task : task.slice(0, end);
}
