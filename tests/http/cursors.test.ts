// What cannot be a cursor is refused before anything is looked up, and a cursor of another list by the list.
import { expect, it } from "vitest";
import { isCursorShaped } from "../../convex/api/cursorShape";
import { client, createProject, dataOf, refusalOf } from "../support/fixtures";
import { inProcess } from "../support/inProcess";

const deployment = inProcess();
const api = client(deployment, (await createProject(deployment)).apiKey);

it.each([
  "/runs/by-workflow?workflowId=wf_none",
  "/runs/by-chain?chainId=sc_none",
  "/runs?workflowId=wf_none",
  "/issues/list?sessionId=is_none",
  "/sandboxes/list?runId=r_none",
  "/learnings/by-sandbox?sandboxId=sb_none",
  "/contexts/ctx_none/versions?",
])("%s: what cannot be a cursor is refused rather than the thing that is missing", async (path) => {
  for (const cursor of ["zzz", "%20", "e30", "x".repeat(100)]) {
    expect(await refusalOf(api.get(`${path}&cursor=${cursor}`))).toEqual([400, "VALIDATION", "cursor"]);
  }
  expect(await refusalOf(api.get(path))).toEqual([404, "NOT_FOUND"]);
});

it("a cursor has the shape of one, and another list refuses it", async () => {
  for (const title of ["One", "Two"]) await dataOf(api.post("/issues/create", { title }));
  const { nextCursor } = (await api.get("/issues/list?limit=1")).body as { nextCursor: string };
  expect(isCursorShaped(nextCursor)).toBe(true);
  expect(await refusalOf(api.get(`/issues/list?status=open&cursor=${nextCursor}`))).toEqual([
    400,
    "VALIDATION",
    "cursor",
  ]);
  expect(["", "zzz", nextCursor.slice(1), `${nextCursor} `].filter(isCursorShaped)).toEqual([]);
});
