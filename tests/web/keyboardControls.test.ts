// Controls that have no key of their own, each reached by Tab and used by keyboard alone. Using a pointer is a page
// error.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSandbox, createWorkflow, dataOf, startRun } from "../support/fixtures";
import { follow, uniqueName, hasBrowser, openDashboard } from "./browser";
import type { Dashboard } from "./browser";
import { choose, confirm, pick, press, reach, refusePointers } from "./keys";

const leaver = "leaver@example.com";

describe.skipIf(!hasBrowser())("controls without a key of their own", () => {
  let dashboard: Dashboard;

  beforeAll(async () => {
    dashboard = await openDashboard();
    await make("/project/members/invite", { email: leaver, role: "admin" });
  });

  afterAll(async () => dashboard.end());

  async function open(at: string, email?: string): Promise<Page> {
    const page = await dashboard.open(at, email === undefined ? {} : { email });
    await refusePointers(page);
    await page.getByRole("heading", { level: 1 }).waitFor();
    return page;
  }

  const get = async (route: string) => await dataOf(dashboard.api.get(route));
  const make = async (route: string, body: object) => await dataOf(dashboard.api.post(route, body));
  const row = (page: Page, text: string) => page.locator("[data-row]").filter({ hasText: text });
  const rows = (page: Page) => expect.poll(async () => await page.locator("[data-row]").count());

  async function approved(description: string, category: string): Promise<string> {
    const { id } = await make("/learnings/create", { description, category });
    await make("/learnings/update-status", { learningId: id, status: "approved" });
    return id;
  }

  it("leaving the project works by keyboard alone", async () => {
    const people = async (): Promise<string[]> =>
      ((await get("/project/members")) as { email: string }[]).map(({ email }) => email);
    const page = await open("/p/demo/settings/members", leaver);
    expect(await people()).toContain(leaver);
    await reach(page, page.getByRole("button", { name: "Leave the project" }));
    await page.keyboard.press("Enter");
    await confirm(page);
    await expect.poll(people).not.toContain(leaver);
  });

  it("a dev server is started, and a runner receives the job", async () => {
    const { id: runId, runNumber } = await startRun(dashboard.api, { workflowId: await createWorkflow(dashboard.api) });
    await dashboard.job.call("run.updateStatus", { runId, status: "running" });
    const sandboxId = await createSandbox(dashboard.job, { runId, status: "running" });
    const page = await open(`/p/demo/runs/${Number(runNumber)}`);
    await reach(page, page.getByRole("button", { name: "Start the dev server" }));
    await page.keyboard.press("Enter");
    await page.getByText("The runner was asked to start the dev server.").waitFor();
    const kinds = ["sandbox.devServer"];
    const claimed = await dashboard.job.call("job.claim", { runnerId: uniqueName("keys-"), kinds });
    expect(JSON.stringify(claimed)).toContain(sandboxId);
  });

  it("the trash and the learnings are filtered", async () => {
    const [contextName, description, category] = [
      uniqueName("Removed "),
      uniqueName("Forgotten "),
      uniqueName("habit-"),
    ];
    const { id: contextId } = await make("/contexts", { name: contextName, content: "Text." });
    await dataOf(dashboard.api.delete(`/contexts/${contextId}`));
    const { id } = await make("/learnings/create", { description });
    await make("/learnings/delete", { learningId: id });
    const page = await open("/p/demo/trash");
    await row(page, description).waitFor();
    await pick(page, page.getByRole("combobox", { name: "Kind" }), "Contexts");
    await expect.poll(() => page.url()).toContain("type=context");
    await row(page, contextName).waitFor();
    await expect.poll(async () => await row(page, description).count()).toBe(0);

    const kept = uniqueName("Taken in ");
    await approved(kept, category);
    const undecided = uniqueName("Undecided ");
    await make("/learnings/create", { description: undecided });
    await follow(page, "/p/demo/learnings");
    await row(page, undecided).waitFor();
    await reach(page, page.getByRole("group", { name: "State" }).getByRole("button", { name: /^Approved/ }));
    await page.keyboard.press("Space");
    await expect.poll(() => page.url()).toContain("status=approved");
    await row(page, kept).waitFor();
    await expect.poll(async () => await row(page, undecided).count()).toBe(0);
    await pick(page, page.getByRole("combobox", { name: "Category" }), category);
    await expect.poll(() => page.url()).toContain(`category=${category}`);
    await rows(page).toBe(1);
  });

  it("learnings are left out of a version by their box and by a key", async () => {
    const words = [uniqueName("Kept "), uniqueName("Left by box "), uniqueName("Left by key ")];
    for (const word of words) await approved(word, "style");
    const page = await open("/p/demo/learnings/compile?role=designer");
    await reach(page, page.getByRole("checkbox", { name: words[1]! }));
    await page.keyboard.press("Space");
    expect(await page.getByRole("checkbox", { name: words[1]! }).isChecked()).toBe(false);
    await choose(page, row(page, words[2]!));
    await press(page, "x");
    expect(await page.getByRole("checkbox", { name: words[2]! }).isChecked()).toBe(false);
    await press(page, "Control+Enter");
    await page.waitForURL(/\/learnings\/versions\/designer/);
    await page.getByText(words[0]!).first().waitFor();
    expect(await page.getByText(words[1]!).count()).toBe(0);
    expect(await page.getByText(words[2]!).count()).toBe(0);
  });

  it("two versions that do not follow one another are compared", async () => {
    const { id } = await make("/contexts", { name: uniqueName("Thrice "), content: "The first text." });
    for (const content of ["The second text.", "The third text."]) {
      await dataOf(dashboard.api.put(`/contexts/${id}`, { content }));
    }
    const page = await open(`/p/demo/contexts/${id}`);
    await press(page, "v");
    await pick(page, page.getByRole("combobox", { name: "Left version" }), "Version 1");
    await page
      .getByRole("region", { name: /Version 1 and Version 3/ })
      .getByText("The first text.")
      .waitFor();
    await pick(page, page.getByRole("combobox", { name: "Right version" }), "Version 2");
    await page
      .getByRole("region", { name: /Version 1 and Version 2/ })
      .getByText("The second text.")
      .waitFor();
    expect(dashboard.pageErrors).toEqual([]);
  });
});
