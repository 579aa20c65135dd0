// The usual course of a scene: somebody reads the code, a test shows the fault, the code changes, all tests pass, and
// somebody else checks it.
import type { Scene } from "../../../packages/runner/src/agents/demo/scenes";

type Beats = Scene["parts"][number]["beats"];

export interface Story {
  /** The title of the task. It is in the prompts of its runs and in no other's. */
  task: string;
  unless?: Scene["unless"];
  /** What is wrong, or what is asked for. */
  thought: string;
  reads: string[];
  /** What the agent has understood from reading. */
  insight: string;
  /** A new test file, or a whole one in place of the old. It fails until the code has changed. */
  test: { file: string; text: string };
  edits: Beats;
  summary: string;
  /** What the checker says at the end. */
  verdict: string;
  model?: string;
  inputTokens?: number;
}

/** In one process: the demonstration begins with all tests of ten days, and a process for each file would take long. */
export const testAll = ["--test", "--test-isolation=none", "--test-reporter=spec"];

const models: Record<string, string> = {
  "claude-sonnet-4-5": "anthropic",
  "claude-opus-4-1": "anthropic",
  "gpt-5-mini": "openai",
  "gpt-5": "openai",
};

export function usage(model: string, inputTokens: number) {
  const service = models[model] ?? "anthropic";
  return { model, service, inputTokens, outputTokens: Math.round(inputTokens / 9) };
}

export function storyScene(story: Story): Scene {
  const { task, unless, model = "claude-sonnet-4-5", inputTokens = 90_000 } = story;
  return {
    words: [task],
    ...(unless === undefined ? {} : { unless }),
    parts: [
      { role: "researcher", beats: researcherBeats(story), ...usage("gpt-5-mini", Math.round(inputTokens / 2)) },
      { role: "designer", goals: designerGoals, beats: designerBeats(story), ...usage(model, inputTokens) },
      {
        role: "checker",
        goals: checkerGoals,
        beats: checkerBeats(story),
        ...usage("gpt-5", Math.round(inputTokens / 3)),
      },
    ],
  };
}

function researcherBeats({ thought, reads, insight }: Story): Beats {
  return [{ think: thought }, ...reads.map((file) => ({ read: file })), { say: insight }];
}

const designerGoals = ["Read the code", "Show it with a test", "Change the code", "Run all tests"];

function designerBeats({ thought, reads, insight, test, edits, summary }: Story): Beats {
  return [
    { think: thought },
    ...reads.map((file) => ({ read: file })),
    { think: insight },
    { goal: 1 },
    { write: test.file, text: test.text },
    { node: [...testAll, test.file], ends: "badly" },
    { think: "The test fails as it must. Now the code." },
    { goal: 2 },
    ...edits,
    { goal: 3 },
    { node: testAll, ends: "well" },
    { say: summary },
  ];
}

const checkerGoals = ["Read the change", "Run all tests", "Say what I think of it"];

function checkerBeats({ task, test, edits, verdict }: Story): Beats {
  const files = edits.flatMap((beat) => ("edit" in beat ? [beat.edit] : "write" in beat ? [beat.write] : []));
  return [
    { think: `I check the work on "${task}". First the test, since it says what was understood.` },
    { read: test.file },
    ...[...new Set(files)].slice(0, 2).map((file) => ({ read: file })),
    { goal: 1 },
    { node: testAll, ends: "well" },
    { goal: 2 },
    { say: verdict },
  ];
}

/** The first lines of every test file. */
export function testHead(imports: string): string {
  return `import assert from "node:assert/strict";\nimport { test } from "node:test";\n${imports}`;
}
