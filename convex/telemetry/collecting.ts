// Puts together what an export says, within bounds: of a longer attempt the beginning is exported.
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import type { AttemptFacts } from "./facts";
import type { Page } from "./reading";

/** A page has at most 200 rows or two mebibytes. */
const maxPages = { steps: 5, questions: 2, tools: 20 };
const maxTools = 2000;

/** Null when there is nothing to export any more. */
export async function collect(ctx: ActionCtx, eventId: Id<"events">): Promise<AttemptFacts | null> {
  const { scheduled } = internal.telemetry;
  const ended = await ctx.runQuery(scheduled.ended, { eventId });
  if (ended === null) return null;
  const { runId, facts } = ended;
  const of = { runId, attempt: facts.attempt };
  const steps = await rowsOf(maxPages.steps, (cursor) => ctx.runQuery(scheduled.steps, { ...of, cursor }));
  const questions = await rowsOf(maxPages.questions, (cursor) => ctx.runQuery(scheduled.questions, { ...of, cursor }));
  const tools = { rows: [] as AttemptFacts["tools"], isCut: false, pages: 0 };
  for (const sandboxId of new Set(steps.rows.flatMap(({ sandboxId }) => sandboxId ?? []))) {
    const left = maxPages.tools - tools.pages;
    const found = await rowsOf(left, (cursor) => ctx.runQuery(scheduled.tools, { sandboxId, cursor }));
    tools.rows.push(...found.rows);
    tools.pages += found.pages;
    tools.isCut ||= found.isCut;
    if (tools.rows.length > maxTools) tools.isCut = true;
  }
  return {
    ...facts,
    steps: steps.rows,
    questions: questions.rows,
    tools: tools.rows.slice(0, maxTools),
    isCut: steps.isCut || questions.isCut || tools.isCut,
  };
}

/** Reads pages until the last, or until `maxPages` are read. */
export async function rowsOf<Row>(
  maxPages: number,
  read: (cursor: string | null) => Promise<Page<Row>>,
): Promise<{ rows: Row[]; pages: number; isCut: boolean }> {
  const rows: Row[] = [];
  let cursor: string | null = null;
  for (let pages = 1; pages <= maxPages; pages++) {
    const page: Page<Row> = await read(cursor);
    rows.push(...page.rows);
    cursor = page.next;
    if (cursor === null) return { rows, pages, isCut: false };
  }
  return { rows, pages: Math.max(0, maxPages), isCut: true };
}
