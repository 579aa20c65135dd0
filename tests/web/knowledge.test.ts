// What agents know: learnings, personas, contexts and skills, and the trash. Each action is done once, by keys.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { dataOf } from "../support/fixtures";
import { expectAccessible, follow, uniqueName, hasBrowser } from "./browser";
import type { Dashboard } from "./browser";
import { openSeeded } from "./seededOnce";
import { confirm, press, send, type } from "./keys";

interface Named {
  id: string;
  name: string;
}

describe.skipIf(!hasBrowser())("knowledge and the trash", () => {
  let dashboard: Dashboard;
  let page: Page;
  /** What a learning says that a test has written. */
  let written: string;

  beforeAll(async () => {
    dashboard = await openSeeded();
  });

  beforeEach(async () => {
    page = await dashboard.open("/p/demo/learnings");
  });

  afterAll(async () => dashboard.end());

  async function goTo(address: string, heading: string): Promise<void> {
    await follow(page, `/p/demo/${address}`);
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
  }

  const get = async (route: string): Promise<unknown> => await dataOf(dashboard.api.get(route));
  const learningsThat = async (status: string): Promise<number> =>
    ((await get("/learnings/stats")) as { byStatus: Record<string, number> }).byStatus[status] ?? 0;
  const notice = (text: string | RegExp) => page.getByRole("status").getByText(text).first().waitFor();

  it("reviews learnings one after the other, and several at once", async () => {
    await goTo("learnings?status=pending", "Learnings");
    const rows = page.locator("[data-row]");
    await rows.first().waitFor();
    const [pending, approved, rejected] = await Promise.all(["pending", "approved", "rejected"].map(learningsThat));
    // Nobody waits for the answer to the first decision.
    await press(page, "a", "d");
    await expect.poll(() => learningsThat("approved")).toBe(approved! + 1);
    await expect.poll(() => learningsThat("rejected")).toBe(rejected! + 1);
    await expect.poll(() => rows.count()).toBe(pending! - 2);
    await press(page, "x", "j", "x");
    await page.getByText("2 selected").waitFor();
    await press(page, "z");
    await notice("2 learnings are archived.");
    expect(await learningsThat("pending")).toBe(pending! - 4);
  });

  it("changes the text of a learning in its place, keeps it at Escape, and finds it", async () => {
    await goTo("learnings?status=approved", "Learnings");
    await page.locator("[data-row]").first().waitFor();
    await press(page, "w");
    const text = page.getByLabel("What was learned");
    const word = uniqueName("Carrots");
    written = `${word} are orange.`;
    await text.fill(written);
    await press(page, "Escape");
    await text.waitFor({ state: "detached" });
    await press(page, "w");
    expect(await text.inputValue()).toBe(written);
    await press(page, "Control+Enter");
    await text.waitFor({ state: "detached" });
    await goTo("learnings", "Learnings");
    await press(page, "/");
    await type(page, word.toLowerCase());
    await page.getByText(written).waitFor();
    await expect.poll(() => page.url()).toContain(`search=${word.toLowerCase()}`);
    await expect.poll(() => page.locator("[data-row]").count()).toBe(1);
  });

  it("makes a learning, and moves it to the trash", async () => {
    const text = uniqueName("Written by hand ");
    const before = (await get("/trash?type=learning")) as Named[];
    await goTo("learnings", "Learnings");
    await page.locator("[data-row]").first().waitFor();
    await press(page, "n");
    await type(page, text);
    await send(page);
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.locator("[data-row]").first().getByText(text).waitFor();
    await press(page, "k", "Shift+Delete");
    await confirm(page);
    await notice("The learning is in the trash.");
    expect(await get("/trash?type=learning")).toMatchObject([{ name: text }, ...before]);
  });

  it("compiles what was previewed, compares it with the version in use, and uses it", async () => {
    await goTo("learnings/versions", "Versions");
    await press(page, "n");
    const preview = page.getByRole("region", { name: "Preview" });
    await preview.getByText(written).waitFor();
    await press(page, "j", "x");
    await page.getByRole("button", { name: /^Compile \d+ learning/ }).waitFor();
    await expect.poll(async () => await preview.getByText(written).count()).toBe(0);
    await press(page, "x");
    await preview.getByText(written).waitFor();
    await press(page, "Control+Enter");
    await page.getByRole("heading", { level: 1, name: "designer" }).waitFor();
    await page.getByRole("complementary", { name: "Versions" }).waitFor();
    await press(page, "v");
    await page.locator("ins", { hasText: written }).waitFor();
    await press(page, "Escape");
    await page.getByRole("button", { name: "Use this version" }).waitFor();
    await press(page, "u");
    await notice(/^Agents with this role now receive version \d+.$/);
    const active = (await get("/learning-versions/active?roleType=designer")) as { content: string };
    expect(active.content).toContain(written);
    await press(page, "U");
    await notice("Agents with this role now receive all approved learnings.");
    expect((await dashboard.api.get("/learning-versions/active?roleType=designer")).status).toBe(404);
  });

  it("makes a context, writes two versions, compares them, and goes back to the first", async () => {
    const name = uniqueName("House rules ");
    await goTo("contexts", "Contexts");
    await page.locator("[data-row]").first().waitFor();
    await press(page, "n");
    await type(page, name);
    await send(page);
    await page.getByRole("heading", { level: 1, name }).waitFor();
    await page.getByLabel("Content").fill("Be kind.\nBe brief.\n");
    await press(page, "Control+Enter");
    await notice(/Version 1 is published/);
    await press(page, "w");
    await page.getByLabel("Content").fill("Be kind.\nBe quick.\n");
    await page.getByRole("button", { name: "Show changes" }).press("Enter");
    await page.locator("del", { hasText: "Be brief." }).waitFor();
    await press(page, "Control+Enter");
    await notice(/Version 2 is published/);
    await press(page, "v");
    await page.locator("ins", { hasText: "Be quick." }).waitFor();
    expect(page.url()).toMatch(/version=2&with=1/);
    await press(page, "Escape", "j", "j", "Enter");
    await page.getByRole("button", { name: "Use this version" }).waitFor();
    await press(page, "u");
    await notice("Agents now receive version 1.");
    const contexts = (await get("/contexts")) as (Named & { activeVersion: { version: number } | null })[];
    expect(contexts.find((context) => context.name === name)?.activeVersion?.version).toBe(1);
  });

  it("publishes a skill with several files, and deletes it after a confirmation", async () => {
    const name = uniqueName("Folding");
    await goTo("skills", "Skills");
    await press(page, "n");
    await type(page, name);
    await send(page);
    await page.getByLabel("Content").fill("# How to fold\n");
    await page.getByRole("button", { name: "Add a file" }).press("Enter");
    await page.getByLabel("Path").fill("SKILL.md");
    await page.getByText("Another file has this path.").waitFor();
    await page.getByLabel("Path").fill("examples/crane.md");
    await page.getByLabel("Content").fill("First in half.\n");
    await press(page, "Control+Enter");
    await notice(/Version 1 is published/);
    const { id } = ((await get("/skills")) as Named[]).find((skill) => skill.name === name)!;
    const files = [
      { name: "SKILL.md", content: "# How to fold\n" },
      { name: "examples/crane.md", content: "First in half.\n" },
    ];
    expect(await get(`/skills/${id}`)).toMatchObject({ activeVersion: { version: 1, files } });
    await press(page, "Shift+Delete");
    await page.getByText(`Delete “${name}” for good?`).waitFor();
    await confirm(page);
    await notice(`“${name}” is deleted.`);
    expect((await dashboard.api.get(`/skills/${id}`)).status).toBe(404);
  });

  it("creates a persona, edits it, restores a version, disables, copies and deletes it", async () => {
    const name = uniqueName("Gardener");
    await goTo("personas", "Personas");
    await page.locator("[data-row]").first().waitFor();
    await press(page, "n");
    await type(page, name);
    await page.getByLabel("Type").fill("designer");
    await page.getByRole("textbox", { name: "Instructions" }).fill("Plant trees.");
    await send(page);
    await page.getByRole("heading", { level: 1, name }).waitFor();
    await press(page, "w");
    await page.getByRole("textbox", { name: "Instructions" }).fill("Plant flowers.");
    await send(page);
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByText("Plant flowers.").waitFor();
    await press(page, "v");
    await page.locator("ins", { hasText: "Plant flowers." }).waitFor();
    await press(page, "Escape", "j", "j", "Enter");
    await page.getByText("Plant trees.").waitFor();
    await press(page, "u");
    await notice("Version 3 has the content of version 1.");
    await press(page, "t");
    await notice("The persona is disabled. Steps run without it.");
    const persona = ((await get("/personas/list")) as Named[]).find((each) => each.name === name);
    expect(persona).toMatchObject({ instructions: "Plant trees.", isEnabled: false, version: 4 });
    await press(page, "D");
    await page.getByRole("heading", { level: 1, name: `${name} (copy)` }).waitFor();
    await press(page, "Shift+Delete");
    await confirm(page);
    await notice(`“${name} (copy)” is deleted.`);
    await page.getByRole("heading", { level: 1, name: "Personas" }).waitFor();
  });

  it("restores from the trash, and deletes for good what it has named", async () => {
    await goTo("trash?type=context", "Trash");
    await page.getByText("Old notes").waitFor();
    await press(page, "j", "r");
    await notice("“Old notes” is restored.");
    expect(await get("/trash?type=context")).toEqual([]);
    await goTo("trash?type=workflow", "Trash");
    await page.getByText("First attempt").waitFor();
    await press(page, "j", "Shift+Delete");
    await page.getByText("Delete “First attempt” for good?").waitFor();
    await page.keyboard.press("Escape");
    expect(await get("/trash?type=workflow")).toHaveLength(1);
    await press(page, "Shift+Delete");
    await page.getByRole("button", { name: "Delete for good", exact: true }).press("Enter");
    await notice("“First attempt” is deleted for good.");
    expect(await get("/trash?type=workflow")).toEqual([]);
  });

  it("is accessible in both themes and sizes, without page errors", async () => {
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
      await expect.poll(() => page.getByRole("status", { name: "Loading" }).count()).toBe(0);
      await expectAccessible(page);
    }
    expect(dashboard.pageErrors).toEqual([]);
  });
});
