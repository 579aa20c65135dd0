// Workflows and the editor of their steps, by keys alone.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { dataOf } from "../support/fixtures";
import { expectAccessible, uniqueName, hasBrowser, openDashboard } from "./browser";
import type { Dashboard } from "./browser";
import { confirm, press, type } from "./keys";

interface Workflow {
  id: string;
  name: string;
  steps: { name: string; role: string; outputSchema: unknown; timeoutMs: number | null }[];
}

describe.skipIf(!hasBrowser())("the workflows", () => {
  let dashboard: Dashboard;

  beforeAll(async () => {
    dashboard = await openDashboard();
  });

  afterAll(async () => dashboard.end());

  const make = async (name: string, steps: string[]): Promise<Workflow> =>
    await dataOf(
      dashboard.api.post("/workflows", { name, steps: steps.map((step) => ({ name: step, role: "designer" })) }),
    );
  const read = async (id: string): Promise<Workflow> => await dataOf(dashboard.api.get(`/workflows/${id}`));
  const named = async (name: string): Promise<Workflow | undefined> =>
    ((await dataOf(dashboard.api.get("/workflows"))) as Workflow[]).find((workflow) => workflow.name === name);

  const open = async (id: string): Promise<Page> => {
    const page = await dashboard.open(`/p/demo/workflows/${id}`);
    await page.getByRole("heading", { name: "Steps" }).waitFor();
    return page;
  };

  it("are made from the list with n, with a second step", async () => {
    const name = uniqueName("Ship it ");
    const page = await dashboard.open("/p/demo/workflows");
    await page.getByRole("heading", { name: "Workflows", exact: true }).waitFor();
    await press(page, "n");
    await type(page, name);
    await page.getByLabel("Step name").fill("Build");
    await page.getByRole("button", { name: /Build/ }).focus();
    await press(page, "a");
    await page.getByText("Step 2 of 2").waitFor();
    await type(page, "Check");
    expect(await page.getByLabel("Step name").inputValue()).toBe("Check");
    await page.getByLabel("Time limit in minutes").fill("1.5");
    await page.getByText("Not saved yet").waitFor();
    await press(page, "Control+s");
    await expect.poll(async () => (await named(name))?.steps.map(({ name }) => name)).toEqual(["Build", "Check"]);
    expect((await named(name))?.steps[1]?.timeoutMs).toBe(90_000);
    await expect.poll(() => page.url()).toContain((await named(name))?.id);
  });

  it("have steps that move and go by keys, and are saved together", async () => {
    const { id } = await make("Order", ["One", "Two", "Three"]);
    const page = await open(id);
    await page.getByText("Step 1 of 3").waitFor();
    await press(page, "Alt+ArrowDown");
    await page.getByText("Step 2 of 3").waitFor();
    await press(page, "j");
    await page.getByText("Step 3 of 3").waitFor();
    await press(page, "Delete");
    await page.getByText("Step 2 of 2").waitFor();
    expect((await read(id)).steps.map(({ name }) => name)).toEqual(["One", "Two", "Three"]);
    await press(page, "Control+s");
    await expect.poll(async () => (await read(id)).steps.map(({ name }) => name)).toEqual(["Two", "One"]);
  });

  it("keep unsaved changes over a reload, and name those of somebody else", async () => {
    const { id } = await make("Draft", ["Build"]);
    const page = await open(id);
    await page.getByLabel("Instructions").fill("Read the tests first.");
    await page.reload();
    await page.getByText("Not saved yet").waitFor();
    expect(await page.getByLabel("Instructions").inputValue()).toBe("Read the tests first.");
    await dashboard.api.put(`/workflows/${id}`, { description: "Changed elsewhere" });
    await page.getByText("Somebody saved another version").waitFor();
    expect(await page.getByLabel("Instructions").inputValue()).toBe("Read the tests first.");
    await page.getByRole("button", { name: "Discard changes" }).press("Enter");
    await expect.poll(() => page.getByLabel("Description").inputValue()).toBe("Changed elsewhere");
  });

  it("show what is wrong with an output schema at its field, and keep what was typed", async () => {
    const { id } = await make("Schema", ["Build"]);
    const page = await open(id);
    const schema = page.getByLabel("Output schema");
    for (const [text, problem] of [
      ["{ no JSON", /This is not JSON/],
      ['{ "type": "table" }', /outputSchema/],
    ] as const) {
      await schema.fill(text);
      await press(page, "Control+s");
      await page
        .locator(`#${await schema.getAttribute("id")}-below`)
        .getByText(problem)
        .waitFor();
      expect(await schema.inputValue()).toBe(text);
    }
    expect((await read(id)).steps[0]?.outputSchema).toBeNull();
    await schema.fill('{ "type": "object" }');
    await press(page, "Control+s");
    await expect.poll(async () => (await read(id)).steps[0]?.outputSchema).toEqual({ type: "object" });
  });

  it("start a run with s, and go to the trash with shift and Delete", async () => {
    const name = uniqueName("Once ");
    const { id } = await make(name, ["Build"]);
    const page = await open(id);
    await press(page, "s");
    const dialog = page.getByRole("dialog");
    await expect.poll(() => dialog.getByLabel("Workflow").inputValue()).toBe(id);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await press(page, "Shift+Delete");
    await dialog.getByRole("button", { name: "Move to the trash" }).waitFor();
    await confirm(page);
    await expect.poll(async () => await named(name)).toBeUndefined();
    await expect.poll(() => page.url()).toMatch(/\/workflows$/);
  });

  it("are accessible in both themes and sizes, without page errors", async () => {
    const { id } = await make("A".repeat(200), ["B".repeat(200)]);
    const page = await dashboard.open("/p/demo/workflows");
    await page.locator("[data-row]").first().waitFor();
    await expectAccessible(page);
    await page.goto(`${dashboard.socketUrl}/p/demo/workflows/${id}`);
    await page.getByLabel("Step name").waitFor();
    await expectAccessible(page);
    expect(dashboard.pageErrors).toEqual([]);
  });
});
