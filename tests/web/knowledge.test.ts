// What agents know: learnings, personas, contexts and skills, and the trash. Each action is done once, by keys.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { dataOf } from "../support/fixtures";
import { expectField, expectNoBarriers, hasBrowser, openDashboard, seed } from "./browser";
import type { Dashboard } from "./browser";

interface Named {
  id: string;
  name: string;
}

describe.skipIf(!hasBrowser())("knowledge and the trash", () => {
  let dashboard: Dashboard;
  let page: Page;

  beforeAll(async () => {
    dashboard = await openDashboard();
    await seed(dashboard, 20);
    page = await dashboard.open("/p/demo/learnings");
  });

  afterAll(async () => dashboard.end());

  async function goTo(address: string, heading: string): Promise<void> {
    await page.goto(`${dashboard.socketUrl}/p/demo/${address}`);
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
  }

  const get = async (route: string): Promise<unknown> => await dataOf(dashboard.api.get(route));
  const learningsThat = async (status: string): Promise<number> =>
    ((await get("/learnings/stats")) as { byStatus: Record<string, number> }).byStatus[status] ?? 0;
  const pressAll = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const notice = (text: string | RegExp) => page.getByRole("status").getByText(text).first().waitFor();

  it("reviews learnings one after the other, and several at once", async () => {
    await goTo("learnings?status=pending", "Learnings");
    const rows = page.locator("[data-row]");
    await rows.first().waitFor();
    const [pending, approved, rejected] = await Promise.all(["pending", "approved", "rejected"].map(learningsThat));
    // Nobody waits for the answer to the first decision.
    await pressAll("a", "d");
    await expect.poll(() => learningsThat("approved")).toBe(approved! + 1);
    await expect.poll(() => learningsThat("rejected")).toBe(rejected! + 1);
    await expect.poll(() => rows.count()).toBe(pending! - 2);
    await pressAll("x", "j", "x");
    await page.getByText("2 selected").waitFor();
    await page.keyboard.press("z");
    await notice("2 learnings are archived.");
    expect(await learningsThat("pending")).toBe(pending! - 4);
  });

  it("changes the text of a learning in its place, keeps it at Escape, and finds it", async () => {
    await goTo("learnings?status=approved", "Learnings");
    await page.locator("[data-row]").first().waitFor();
    await page.keyboard.press("w");
    const text = page.getByLabel("What was learned");
    await text.fill("Carrots are orange.");
    await page.keyboard.press("Escape");
    await text.waitFor({ state: "detached" });
    await page.keyboard.press("w");
    expect(await text.inputValue()).toBe("Carrots are orange.");
    await page.keyboard.press("Control+Enter");
    await text.waitFor({ state: "detached" });
    await goTo("learnings", "Learnings");
    await page.keyboard.press("/");
    await page.keyboard.type("carrots");
    await page.getByText("Carrots are orange.").waitFor();
    await expect.poll(() => page.url()).toContain("search=carrots");
    await expect.poll(() => page.locator("[data-row]").count()).toBe(1);
  });

  it("makes a learning, and moves it to the trash", async () => {
    await goTo("learnings", "Learnings");
    await page.locator("[data-row]").first().waitFor();
    await page.keyboard.press("n");
    await expectField(page);
    await page.keyboard.type("Written by hand.");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.locator("[data-row]").first().getByText("Written by hand.").waitFor();
    await page.keyboard.press("k");
    await page.keyboard.press("Shift+Delete");
    await notice("The learning is in the trash.");
    expect(await get("/trash?type=learning")).toMatchObject([{ name: "Written by hand." }, {}]);
  });

  it("compiles what was previewed, compares it with the version in use, and uses it", async () => {
    await goTo("learnings/versions", "Versions");
    await page.keyboard.press("n");
    const preview = page.getByRole("region", { name: "Preview" });
    await preview.getByText("Carrots are orange.").waitFor();
    await pressAll("j", "x");
    await page.getByRole("button", { name: /^Compile \d+ learning/ }).waitFor();
    await expect.poll(async () => await preview.getByText("Carrots are orange.").count()).toBe(0);
    await page.keyboard.press("x");
    await preview.getByText("Carrots are orange.").waitFor();
    await page.keyboard.press("Control+Enter");
    await page.getByRole("heading", { level: 1, name: "designer" }).waitFor();
    await page.getByRole("complementary", { name: "Versions" }).waitFor();
    await page.keyboard.press("v");
    await page.locator("ins", { hasText: "Carrots are orange." }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Use this version" }).waitFor();
    await page.keyboard.press("u");
    await notice(/^Agents of the role receive version \d+ now.$/);
    const active = (await get("/learning-versions/active?roleType=designer")) as { content: string };
    expect(active.content).toContain("Carrots are orange.");
    await page.keyboard.press("U");
    await notice("Agents of the role receive all approved learnings now.");
    expect((await dashboard.api.get("/learning-versions/active?roleType=designer")).status).toBe(404);
  });

  it("makes a context, writes two versions, compares them, and goes back to the first", async () => {
    await goTo("contexts", "Contexts");
    await page.locator("[data-row]").first().waitFor();
    await page.keyboard.press("n");
    await expectField(page);
    await page.keyboard.type("House rules");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("heading", { level: 1, name: "House rules" }).waitFor();
    await page.getByLabel("Content").fill("Be kind.\nBe brief.\n");
    await page.keyboard.press("Control+Enter");
    await notice(/Version 1 is published/);
    await page.keyboard.press("w");
    await page.getByLabel("Content").fill("Be kind.\nBe quick.\n");
    await page.getByRole("button", { name: "Show what changes" }).press("Enter");
    await page.locator("del", { hasText: "Be brief." }).waitFor();
    await page.keyboard.press("Control+Enter");
    await notice(/Version 2 is published/);
    await page.keyboard.press("v");
    await page.locator("ins", { hasText: "Be quick." }).waitFor();
    expect(page.url()).toMatch(/version=2&with=1/);
    await pressAll("Escape", "j", "j", "Enter");
    await page.getByRole("button", { name: "Use this version" }).waitFor();
    await page.keyboard.press("u");
    await notice("Agents receive version 1 now.");
    const contexts = (await get("/contexts")) as (Named & { activeVersion: { version: number } | null })[];
    expect(contexts.find(({ name }) => name === "House rules")?.activeVersion?.version).toBe(1);
  });

  it("publishes a skill of several files, and deletes it when it is told to twice", async () => {
    await goTo("skills", "Skills");
    await page.keyboard.press("n");
    await expectField(page);
    await page.keyboard.type("Folding");
    await page.keyboard.press("Control+Enter");
    await page.getByLabel("Content").fill("# How to fold\n");
    await page.getByRole("button", { name: "Add a file" }).press("Enter");
    await page.getByLabel("Path").fill("SKILL.md");
    await page.getByText("Another file has this path.").waitFor();
    await page.getByLabel("Path").fill("examples/crane.md");
    await page.getByLabel("Content").fill("First in half.\n");
    await page.keyboard.press("Control+Enter");
    await notice(/Version 1 is published/);
    const { id } = ((await get("/skills")) as Named[]).find(({ name }) => name === "Folding")!;
    const files = [
      { name: "SKILL.md", content: "# How to fold\n" },
      { name: "examples/crane.md", content: "First in half.\n" },
    ];
    expect(await get(`/skills/${id}`)).toMatchObject({ activeVersion: { version: 1, files } });
    await page.keyboard.press("Shift+Delete");
    await page.getByText("Delete “Folding” for good?").waitFor();
    await page.keyboard.press("Enter");
    await notice("“Folding” is deleted.");
    expect((await dashboard.api.get(`/skills/${id}`)).status).toBe(404);
  });

  it("makes a persona, changes it, goes back to what it said, switches it off, copies and deletes it", async () => {
    await goTo("personas", "Personas");
    await page.locator("[data-row]").first().waitFor();
    await page.keyboard.press("n");
    await expectField(page);
    await page.keyboard.type("Gardener");
    await page.getByLabel("Type").fill("designer");
    await page.getByRole("textbox", { name: "Instructions" }).fill("Plant trees.");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("heading", { level: 1, name: "Gardener" }).waitFor();
    await page.keyboard.press("w");
    await page.getByRole("textbox", { name: "Instructions" }).fill("Plant flowers.");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByText("Plant flowers.").waitFor();
    await page.keyboard.press("v");
    await page.locator("ins", { hasText: "Plant flowers." }).waitFor();
    await pressAll("Escape", "j", "j", "Enter");
    await page.getByText("Plant trees.").waitFor();
    await page.keyboard.press("u");
    await notice("Version 3 says what version 1 said.");
    await page.keyboard.press("t");
    await notice("The persona is off. Steps run without it.");
    const persona = ((await get("/personas/list")) as Named[]).find(({ name }) => name === "Gardener");
    expect(persona).toMatchObject({ instructions: "Plant trees.", isEnabled: false, version: 4 });
    await page.keyboard.press("D");
    await page.getByRole("heading", { level: 1, name: "Gardener (copy)" }).waitFor();
    await page.keyboard.press("Shift+Delete");
    await page.keyboard.press("Enter");
    await notice("“Gardener (copy)” is deleted.");
    await page.getByRole("heading", { level: 1, name: "Personas" }).waitFor();
  });

  it("restores from the trash, and removes for good what it has named", async () => {
    await goTo("trash?type=context", "Trash");
    await page.getByText("Old notes").waitFor();
    await pressAll("j", "r");
    await notice("“Old notes” is restored.");
    expect(await get("/trash?type=context")).toEqual([]);
    await goTo("trash?type=workflow", "Trash");
    await page.getByText("First attempt").waitFor();
    await pressAll("j", "Shift+Delete");
    await page.getByText("Remove “First attempt” for good?").waitFor();
    await page.keyboard.press("Escape");
    expect(await get("/trash?type=workflow")).toHaveLength(1);
    await page.keyboard.press("Shift+Delete");
    await page.getByRole("button", { name: "Remove for good", exact: true }).press("Enter");
    await notice("“First attempt” is gone for good.");
    expect(await get("/trash?type=workflow")).toEqual([]);
  });

  it("has no barriers in either theme and size, and no trouble anywhere", async () => {
    const context = ((await get("/contexts")) as Named[]).find(({ name }) => name === "Architecture");
    const pages: [string, string][] = [
      ["learnings", "Learnings"],
      ["learnings/versions", "Versions"],
      ["learnings/versions/designer", "designer"],
      ["learnings/compile", "Compile"],
      ["personas", "Personas"],
      ["skills", "Skills"],
      [`contexts/${context!.id}?version=2&with=1`, "Architecture"],
      [`contexts/${context!.id}?write=1`, "Architecture"],
      ["trash", "Trash"],
    ];
    for (const [address, heading] of pages) {
      await goTo(address, heading);
      await page.waitForLoadState("networkidle");
      await expectNoBarriers(page);
    }
    expect(dashboard.trouble).toEqual([]);
  });
});
