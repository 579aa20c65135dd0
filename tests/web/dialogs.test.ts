// What lies above a page: dialogs look the same wherever they are opened from, and notices cover no button.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Locator, Page } from "playwright-core";
import { createWorkflow, dataOf, startRun } from "../support/fixtures";
import { expectVisible, hasBrowser, narrow, uniqueName, wide } from "./browser";
import type { Dashboard } from "./browser";
import { openSeeded } from "./seededOnce";
import { press, send } from "./keys";

describe.skipIf(!hasBrowser())("what lies above a page", () => {
  let dashboard: Dashboard;

  beforeAll(async () => {
    dashboard = await openSeeded();
  });

  afterAll(async () => dashboard.end());

  it("a dialog inherits nothing from the cell of a table that opens it", async () => {
    const email = `${uniqueName("somebody.with.a.rather.long.name")}@example.com`;
    await dataOf(dashboard.api.post("/project/members/invite", { email, role: "member" }));
    const page = await dashboard.open("/p/demo/settings/members");
    await page.getByRole("button", { name: `Remove ${email}` }).click();
    const text = page.getByRole("dialog").locator("p");
    await expectVisible(text);
    const looks = await text.evaluate((element) => {
      const { textAlign, whiteSpace, fontSize, color } = getComputedStyle(element);
      const page = getComputedStyle(document.body);
      return { textAlign, whiteSpace, isOfPage: fontSize === page.fontSize && color === page.color };
    });
    expect(looks).toEqual({ textAlign: "start", whiteSpace: "normal", isOfPage: true });
    expect(await text.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
    await page.getByRole("button", { name: "Keep it" }).click();
    expect(dashboard.pageErrors).toEqual([]);
  });

  /** The buttons and fields that are covered at their middle by something else. */
  async function coveredControls(bar: Locator): Promise<string[]> {
    return await bar.evaluate((element) =>
      [...element.querySelectorAll("button, textarea")]
        .filter((control) => {
          const { left, top, width, height } = control.getBoundingClientRect();
          const atEnd = document.elementFromPoint(left + width - 4, top + height / 2);
          const inMiddle = document.elementFromPoint(left + width / 2, top + height / 2);
          return !control.contains(atEnd) || !control.contains(inMiddle);
        })
        .map((control) => control.textContent),
    );
  }

  /** Makes a review and returns its id. */
  async function review(): Promise<string> {
    const { api, job } = dashboard;
    const { id: issueSessionId } = await dataOf(api.post("/issue-sessions/start", { prompt: "Look through billing." }));
    const { id } = await dataOf(api.post("/answering-sessions", { issueSessionId }));
    const questions = [{ question: "Which currency?", assumption: "Euro." }];
    await job.call("issueSession.createSessionQuestionsFromJson", { answeringSessionId: id, questions });
    return id;
  }

  async function showNoticeOn(page: Page): Promise<Locator> {
    const notice = page.getByRole("status").filter({ hasText: "is scheduled" });
    await press(page, "c");
    await page.getByLabel("What should be done?").fill("Shows a notice.");
    await page.getByText("More options: name, labels, start time, priority").click();
    await page.getByLabel("Start at").fill("2099-01-01T09:00");
    await send(page);
    await expectVisible(notice.last());
    return notice.last();
  }

  it("a notice does not cover the bar of a selection, the buttons of a review or the field for a message", async () => {
    const workflowId = await createWorkflow(dashboard.api, { name: uniqueName("By hand ") });
    const { runNumber } = await startRun(dashboard.api, { workflowId });
    const session = await review();
    const page = await dashboard.open("/p/demo/runs");
    for (const size of [wide, narrow]) {
      await page.setViewportSize(wide);
      await page.goto(`${dashboard.socketUrl}/p/demo/runs`);
      await page.getByLabel(`Select run ${runNumber}`).check();
      await page.setViewportSize(size);
      await showNoticeOn(page);
      expect(await coveredControls(page.getByRole("toolbar", { name: "Selected runs" }))).toEqual([]);

      await page.setViewportSize(wide);
      await page.goto(`${dashboard.socketUrl}/p/demo/reviews/${session}`);
      await expectVisible(page.getByRole("toolbar", { name: "Review" }));
      await page.setViewportSize(size);
      await showNoticeOn(page);
      expect(await coveredControls(page.getByRole("toolbar", { name: "Review" }))).toEqual([]);

      await page.goto(`${dashboard.socketUrl}/p/demo/runs?status=running`);
      await page.locator("[data-row] a").first().click();
      const field = page.locator("form:has(textarea)");
      await expectVisible(field);
      await showNoticeOn(page);
      expect(await coveredControls(field)).toEqual([]);
    }
  });
});
