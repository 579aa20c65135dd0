// The review of an agent's questions: one pass over ten of them, by keys alone.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { dataOf } from "../support/fixtures";
import { expectAccessible, hasBrowser, openDashboard } from "./browser";
import type { Dashboard } from "./browser";
import { confirm, press, type } from "./keys";

interface Reviewed {
  id: string;
  assumption: string;
  correction: string | null;
  status: string;
}

describe.skipIf(!hasBrowser())("the review of questions", () => {
  let dashboard: Dashboard;

  beforeAll(async () => {
    dashboard = await openDashboard();
  });

  afterAll(async () => dashboard.end());

  /** Makes a review of this many questions and returns its id. */
  async function ask(count: number): Promise<string> {
    const { api, job } = dashboard;
    const { id: issueSessionId } = await dataOf(api.post("/issue-sessions/start", { prompt: "Look through billing." }));
    const { id } = await dataOf(api.post("/answering-sessions", { issueSessionId }));
    const questions = Array.from({ length: count }, (_, place) => ({
      question: `Question ${place + 1}?`,
      assumption: `Assumption ${place + 1}.`,
    }));
    await job.call("issueSession.createSessionQuestionsFromJson", { answeringSessionId: id, questions });
    return id;
  }

  /** The questions as the service has them, in the order in which they were asked. */
  async function asked(session: string): Promise<Reviewed[]> {
    const found = await dataOf(dashboard.api.get(`/session-questions?answeringSessionId=${session}&limit=100`));
    return (found as Reviewed[]).toReversed();
  }

  const statusOf = async (session: string): Promise<string> =>
    (await dataOf(dashboard.api.get(`/answering-sessions/${session}`))).status;

  const open = async (session: string): Promise<Page> => {
    const page = await dashboard.open(`/p/demo/reviews/${session}`);
    await page.getByText("Question 1?").waitFor();
    return page;
  };

  const decided = (page: Page, text: string) => page.getByRole("status").getByText(text).waitFor();

  it("decides ten questions without a mouse and hands them to the agent", async () => {
    const session = await ask(10);
    const page = await open(session);
    await decided(page, "0 of 10 decided");

    await press(page, "a", "a");
    await decided(page, "2 of 10 decided");

    // The third is accepted in other words.
    await press(page, "Enter");
    await page.getByLabel("Assumption").waitFor();
    await page.keyboard.press("Escape");
    await press(page, "i");
    await type(page, " But not on Sundays.");
    await page.keyboard.press("Control+Enter");
    await decided(page, "3 of 10 decided");

    // The fourth is corrected. What is typed stays when the field is left.
    await press(page, "d");
    await type(page, "Ask the owner ");
    await page.keyboard.press("Escape");
    await page.getByText("You have unsent text here.").waitFor();
    await press(page, "d");
    await type(page, "first.");
    await page.keyboard.press("Control+Enter");
    await decided(page, "4 of 10 decided");

    // The fifth is skipped, the sixth accepted; the next is the seventh.
    await press(page, "j", "a", "a");
    await decided(page, "6 of 10 decided");

    // All that are left are accepted at once, which can be taken back.
    await press(page, "A");
    await page.getByRole("heading", { name: "Accept 4 questions?" }).waitFor();
    await confirm(page);
    await decided(page, "All 10 decided");
    expect(await statusOf(session)).toBe("active");
    await press(page, "z");
    await decided(page, "6 of 10 decided");
    await press(page, "A");
    await confirm(page);
    await decided(page, "All 10 decided");

    await press(page, "f");
    await page.getByText("The agent continues with your answers.").waitFor();
    expect(await statusOf(session)).toBe("reviewed");
    const reviewed = await asked(session);
    expect(reviewed.map(({ status }) => status)).toEqual(
      Array.from({ length: 10 }, (_, place) => (place === 3 ? "declined" : "approved")),
    );
    expect(reviewed[2]?.assumption).toBe("Assumption 3. But not on Sundays.");
    expect(reviewed[3]?.correction).toBe("Ask the owner first.");
  });

  it("delays the newest decision until the next, so that z undoes it", async () => {
    const session = await ask(3);
    const page = await open(session);
    await press(page, "a");
    await decided(page, "1 of 3 decided");
    expect((await asked(session))[0]?.status).toBe("pending");
    await press(page, "z");
    await decided(page, "0 of 3 decided");
    await press(page, "a", "a");
    await expect
      .poll(async () => (await asked(session)).map(({ status }) => status))
      .toEqual(["approved", "pending", "pending"]);
    await press(page, "z");
    await decided(page, "1 of 3 decided");
    await press(page, "z");
    await page.getByText("The agent already has the earlier decisions, so they cannot be undone.").waitFor();
  });

  it("keeps a decision that is not sent yet when the page is loaded again, and sends it by itself", async () => {
    const session = await ask(2);
    const page = await open(session);
    await press(page, "a");
    await decided(page, "1 of 2 decided");
    await page.reload();
    await page.getByText("Question 1?").waitFor();
    await decided(page, "1 of 2 decided");
    await press(page, "g i");
    await expect.poll(async () => (await asked(session))[0]?.status).toBe("approved");
  });

  it("finishes with questions left only after it has asked", async () => {
    const session = await ask(2);
    const page = await open(session);
    await press(page, "a", "f");
    await page.getByText("1 question has no decision.").waitFor();
    expect(await statusOf(session)).toBe("active");
    await confirm(page);
    await page.getByText("The agent continues with your answers.").waitFor();
    expect(await statusOf(session)).toBe("reviewed");
    expect((await asked(session)).map(({ status }) => status)).toEqual(["approved", "pending"]);
  });

  it("shows at once what somebody else decides, also of a question that waits to be sent", async () => {
    const session = await ask(3);
    const [one, two] = [await open(session), await open(session)];
    await press(one, "a", "j", "k");
    const [first] = await asked(session);
    await dataOf(
      dashboard.api.put(`/session-questions/${first!.id}/review`, { status: "declined", correction: "Never." }),
    );
    await one.getByText("Never.").waitFor();
    await two.getByText("Never.").waitFor();
    await decided(one, "1 of 3 decided");
    expect(await asked(session)).toMatchObject([{ status: "declined" }, { status: "pending" }, { status: "pending" }]);
  });

  it("moves a review to the trash after it has asked", async () => {
    const session = await ask(1);
    const page = await open(session);
    await press(page, "Shift+Delete");
    await page.getByRole("heading", { name: "Move this review to the trash?" }).waitFor();
    await confirm(page);
    await page.getByText("The review is in the trash.").waitFor();
    expect((await dashboard.api.get(`/answering-sessions/${session}`)).status).toBe(404);
  });

  it("is accessible, fits a phone, and has no page errors", async () => {
    const session = await ask(10);
    const page = await open(session);
    await press(page, "a", "d");
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await press(page, "g v");
    await page.getByRole("heading", { name: "Reviews" }).waitFor();
    await page.locator("[data-row]").first().waitFor();
    await expectAccessible(page);
    expect(dashboard.pageErrors).toEqual([]);
  });
});
