import { expect, it } from "vitest";
import type { Call } from "../../service/callback";
import type { AgentRequest } from "../../conversations/turn";
import { askPerson } from "./askPerson";

/** Returns the keys under which the service is asked, with a person who answers everything with a word. */
async function keysOf(
  asked: readonly AgentRequest[],
  said: unknown = "Allow",
): Promise<{ key: string; answer: unknown }[]> {
  const keys: string[] = [];
  const call: Call = async (operation: string, args: object) => {
    expect(operation).toBe("run.ask");
    keys.push("key" in args ? String(args.key) : "");
    return { id: "question_1", status: "answered", answer: said } as never;
  };
  const slot = { leaveWhile: <Result>(wait: () => Promise<Result>) => wait(), enter: async () => {} };
  const job = { call, reportProgress: () => {}, slot, tools: { configuration: { questionMinutes: 1 } } };
  const never = new AbortController().signal;
  const ends = { withdrawn: never, over: never };
  const asker = { runId: "run_1", stepId: "step_1", turn: 7, notes: { addQuestion: async () => {} }, ends };
  const answers: unknown[] = [];
  for (const one of asked) answers.push(await askPerson(job, asker, one));
  return keys.map((key, index) => ({ key, answer: answers[index] }));
}

const options = [
  { id: "yes", name: "Allow", allows: true },
  { id: "no", name: "Reject", allows: false },
];
const permission = (id: string): AgentRequest => ({ kind: "permission", id, title: "Write", paths: ["a"], options });
const question = (words: string): AgentRequest => ({
  kind: "question",
  id: words,
  title: words,
  text: words,
  options: options.map(({ name }) => name),
  schema: null,
});
const words = ["permission/", "permission/7/x", "/permission/", "../permission/", "\npermission/", "permission-1", ""];

it("a question of an agent is never known as a permission, whatever the agent calls it", async () => {
  const [permissions, questions] = [await keysOf(words.map(permission)), await keysOf(words.map(question))];
  for (const { key } of permissions) expect(key).toMatch(/^permission\/7\//);
  for (const { key } of questions) expect(key).toMatch(/^7\//);
  // The answer of a person to one of them never counts for another.
  expect(new Set([...permissions, ...questions].map(({ key }) => key)).size).toBe(2 * words.length);
});

it("an answer becomes a permission only where it names an option of the permission that was asked for", async () => {
  const told = async (said: unknown) =>
    (await keysOf([permission("1"), question("1")], said)).map(({ answer }) => answer);
  expect(await told("Allow")).toEqual(["yes", "Allow"]);
  for (const said of ["yes", "allow", "Allow all", { Allow: true }, null])
    expect(await told(said)).toEqual([null, said]);
});
