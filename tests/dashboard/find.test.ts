// The search over everything: what it finds of each kind, for whom, and what it must not find.
import { beforeAll, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { createWorkflow, dataOf, startRun } from "../support/fixtures";
import type { Client } from "../support/fixtures";
import { inProcess } from "../support/inProcess";
import { restOf } from "./lists";
import { refusal, staffedProject } from "./people";
import type { Person } from "./people";

const deployment = inProcess();
let projectId: string;
let people: Record<"owner" | "admin" | "member", Person>;
let rest: Client;
let workflowId: string;

const made = async (client: Client, route: string, body: object): Promise<string> =>
  (await dataOf(client.post(route, body))).id as string;

/** Makes one of every kind whose title has the word. */
async function everything(client: Client, word: string): Promise<string> {
  const workflow = await createWorkflow(client, { name: `Care for the ${word}` });
  const issueId = await made(client, "/issues/create", { title: `The ${word} is empty` });
  await startRun(client, { workflowId: workflow, name: `Fill the ${word}` });
  const sessionId = await made(client, "/issue-sessions/start", { prompt: "Look." });
  await dataOf(client.post("/issue-sessions/rename", { sessionId, name: `Scan of the ${word}` }));
  const gitRepoUrl = "https://code.example/shop.git";
  const common = { workflowId: workflow, gitRepoUrl };
  await made(client, "/work-chains/create", { title: `All about the ${word}`, issueIds: [issueId], ...common });
  await made(client, "/sprint-chains", { prompt: `Sprints for the ${word}`, sprintRange: [1, 2], ...common });
  const time = { frequency: "daily", timezone: "UTC", scheduledHour: 9, scheduledMinute: 5 };
  const task = { title: `Clean the ${word}`, prompt: "Go.", targetWorkflowId: workflow, ...time };
  await made(client, "/recurring-tasks", task);
  await made(client, "/personas/create", { name: `Friend of the ${word}`, type: "designer" });
  await made(client, "/learnings/create", { description: `Never forget the ${word}.` });
  await made(client, "/contexts", { name: `${word}-context`, content: "Text." });
  await made(client, "/skills", { name: `${word}-skill`, files: [{ name: "SKILL.md", content: "Text." }] });
  await made(client, "/commands", { name: `${word}-command`, content: "Text." });
  await made(client, "/scripts", { name: `${word}-script`, language: "shell", content: "true" });
  return workflow;
}

const find = async (search: string, by: Person = people.member) =>
  await by.query(api.search.dashboard.find, { projectId, search });
const titles = async (search: string) => (await find(search)).map(({ title }) => title);

const kinds = [
  "run",
  "issue",
  "session",
  "work_chain",
  "sprint_chain",
  "recurring_task",
  "workflow",
  "persona",
  "context",
  "skill",
  "command",
  "script",
  "learning",
];

beforeAll(async () => {
  ({ projectId, people } = await staffedProject(deployment));
  rest = await restOf(deployment, projectId);
  workflowId = await everything(rest, "cart");
});

it("finds things of every kind by a word of their title, for every role", async () => {
  for (const person of Object.values(people)) {
    const found = await find("cart", person);
    expect(new Set(found.map(({ kind }) => kind))).toEqual(new Set(kinds));
    for (const { title } of found) expect(title).toMatch(/cart|sprint/i);
  }
  // The last word may be the beginning of one, and capitals do not matter.
  expect(await find("CAR")).toEqual(await find("cart"));
});

it("finds nothing of another project, not even for its own members", async () => {
  const other = await staffedProject(deployment);
  await everything(await restOf(deployment, other.projectId), "wagon");
  expect(await find("wagon", people.owner)).toEqual([]);
  const theirs = await other.people.member.query(api.search.dashboard.find, {
    projectId: other.projectId,
    search: "wagon cart 1",
  });
  expect(theirs.length).toBeGreaterThan(0);
  for (const { title } of theirs) expect(title).not.toContain("cart");
  expect(await refusal(find("wagon", other.people.owner))).toMatchObject({ code: "NOT_FOUND" });
});

it("finds a run by its number before all that has the number in its words", async () => {
  const numbers: number[] = [];
  for (let at = 0; at < 17; at++) {
    const { runNumber } = await startRun(rest, { workflowId, name: at === 3 ? "Order 17 of the day" : `Night ${at}` });
    numbers.push(runNumber as number);
  }
  expect(numbers).toContain(17);
  for (const search of ["17", "#17", "run 17", "Run #17"]) {
    const [first] = await find(search);
    expect(first).toMatchObject({ kind: "run", runNumber: 17 });
  }
  expect(await titles("17")).toContain("Order 17 of the day");
  expect((await find("17")).filter(({ runNumber }) => runNumber === 17)).toHaveLength(1);
  expect(await find("9999999")).toEqual([]);
});

it("narrows with each word, and shows what has some of the words only when nothing has all", async () => {
  await made(rest, "/issues/create", { title: "Window broken" });
  await made(rest, "/issues/create", { title: "Window dirty" });
  expect(await titles("window broken")).toEqual(["Window broken"]);
  expect((await titles("window nowhere")).toSorted()).toEqual(["Window broken", "Window dirty"]);
});

it("shows at most five of a kind", async () => {
  for (let at = 1; at <= 7; at++) await made(rest, "/issues/create", { title: `Lamp ${at}` });
  const found = await titles("lamp");
  expect(found).toEqual(Array.from({ length: 5 }, () => expect.stringMatching(/^Lamp \d$/)));
});

it("finds nothing that is in the trash, by words or by number", async () => {
  const { id: runId, runNumber } = await startRun(rest, { workflowId, name: "Velvet" });
  await dataOf(rest.post("/runs/cancel", { runId }));
  const learningId = await made(rest, "/learnings/create", { description: "Velvet is soft." });
  const contextId = await made(rest, "/contexts", { name: "velvet", content: "Text." });
  expect(await find("velvet")).toHaveLength(3);
  await people.owner.mutation(api.runs.dashboard.discard, { projectId, runId: String(runId) });
  await people.owner.mutation(api.learnings.dashboard.remove, { projectId, learningId });
  await people.owner.mutation(api.contexts.dashboard.remove, { projectId, id: contextId });
  expect(await find("velvet")).toEqual([]);
  expect(await find(String(runNumber))).toEqual([]);
});

it("cuts long titles, and never in the middle of a character", async () => {
  await made(rest, "/learnings/create", { description: `Saddle ${"🐴".repeat(200)}` });
  const [title = ""] = await titles("saddle");
  expect(title.length).toBeLessThanOrEqual(160);
  expect(title.isWellFormed()).toBe(true);
});

it.each([" ", "?!", "x".repeat(201)])("VALIDATION naming search for %j", async (search) => {
  expect(await refusal(find(search))).toMatchObject({ code: "VALIDATION", field: "search" });
});

it("a query sees at once what was renamed", async () => {
  const id = await made(rest, "/issues/create", { title: "Bicycle" });
  expect(await titles("bicycle")).toEqual(["Bicycle"]);
  await dataOf(rest.post("/issues/update", { issueId: id, title: "Tricycle" }));
  expect([await titles("bicycle"), await titles("tricycle")]).toEqual([[], ["Tricycle"]]);
});
