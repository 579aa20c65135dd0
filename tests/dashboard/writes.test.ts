// How the arguments of public mutations are checked, with `project/dashboard:update` as the example.
import { makeFunctionReference } from "convex/server";
import { beforeAll, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { inProcess } from "../support/inProcess";
import { refusal, staffedProject } from "./people";

const deployment = inProcess();
const { update } = api.project.dashboard;
/** The function without its types, as a client with outdated types calls it. */
const anyUpdate = makeFunctionReference<"mutation", Record<string, unknown>, unknown>("project/dashboard:update");
let project: Awaited<ReturnType<typeof staffedProject>>;

beforeAll(async () => {
  project = await staffedProject(deployment);
});

it("changes the given fields, and returns the project as REST does", async () => {
  const { projectId, people } = project;
  const changed = await people.admin.mutation(update, { projectId, name: " Renamed ", gitRepoUrl: null });
  expect(changed).toMatchObject({ id: projectId, name: "Renamed", slug: "demo", gitRepoUrl: null });
  expect(await people.admin.query(api.project.dashboard.get, { projectId })).toEqual({
    ...changed,
    role: "admin",
    hasCompletedRun: false,
  });
});

it.each<[string, Record<string, unknown>, string]>([
  ["a field that is unknown", { nam: "x" }, "nam"],
  ["a wrong type", { name: 1 }, "name"],
  ["a text that is too short", { name: " " }, "name"],
  ["null where there has to be something", { name: null }, "name"],
  ["a number that JSON does not have", { gitRepoUrl: Number.NaN }, "gitRepoUrl"],
  ["an integer that JSON does not have", { gitRepoUrl: 1n }, "gitRepoUrl"],
  ["bytes", { gitRepoUrl: new ArrayBuffer(1) }, "gitRepoUrl"],
  ["a text that is not Unicode, however deep it is", { gitRepoUrl: { url: ["\uD800"] } }, "gitRepoUrl.url.0"],
])("VALIDATION naming the field for %s", async (_what, body, field) => {
  const { projectId, people } = project;
  const before = await deployment.documents();
  const refused = await refusal(people.owner.mutation(anyUpdate, { projectId, ...body }));
  expect(refused).toMatchObject({ code: "VALIDATION", field });
  expect(await deployment.documents()).toEqual(before);
});

it.each([undefined, 1, null])("VALIDATION naming the project that is %j", async (projectId) => {
  const args: Record<string, unknown> = projectId === undefined ? {} : { projectId };
  const refused = await refusal(project.people.owner.mutation(anyUpdate, args));
  expect(refused).toMatchObject({ code: "VALIDATION", field: "projectId" });
});

it("FORBIDDEN before VALIDATION", async () => {
  const { projectId, people } = project;
  const refused = await refusal(people.member.mutation(anyUpdate, { projectId, nam: 1 }));
  expect(refused).toMatchObject({ code: "FORBIDDEN" });
});
