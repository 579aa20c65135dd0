// All that the service knows about a run, as lines of JSON: the run, its steps, sandboxes with their messages,
// questions, feedback and events. The lists are read page by page, so that no run is too long.
import type { ConvexReactClient } from "convex/react";
import type { PaginationResult } from "convex/server";
import { api } from "#convex/_generated/api";
import type { Message } from "../../domain/transcript/messageStore";
import type { Run } from "./useRun";

type Client = Pick<ConvexReactClient, "query">;
type Line = { kind: string } & Record<string, unknown>;

export async function* exportRun(client: Client, projectId: string, run: Run): AsyncGenerator<Line> {
  const { steps: _steps, sandboxes: _sandboxes, hasMoreSteps: _more, ...own } = run;
  yield { kind: "run", ...own };
  for (let attempt = 1; attempt <= run.attempt; attempt++) {
    yield* rowLines("step", (paginationOpts) =>
      client.query(api.runSteps.dashboard.list, { projectId, runId: run.id, attempt, paginationOpts }),
    );
  }
  yield* rowLines("question", (paginationOpts) =>
    client.query(api.runQuestions.dashboard.list, { projectId, runId: run.id, paginationOpts }),
  );
  const feedback = readPages((paginationOpts) =>
    client.query(api.feedback.dashboard.list, { projectId, id: run.id, paginationOpts }),
  );
  for await (const { kind: feedbackKind, ...rest } of feedback) yield { kind: "feedback", feedbackKind, ...rest };
  const sandboxes = readPages((paginationOpts) =>
    client.query(api.sandboxes.dashboard.list, { projectId, runId: run.id, paginationOpts }),
  );
  for await (const sandbox of sandboxes) {
    yield { kind: "sandbox", ...sandbox };
    const messages = readPages((paginationOpts) =>
      client.query(api.messages.dashboard.list, {
        projectId,
        sandboxId: sandbox.id,
        order: "oldestFirst",
        paginationOpts,
      }),
    );
    for await (const message of messages) {
      const { kind: messageKind, ...rest } = await wholeMessage(client, projectId, message);
      yield { kind: "message", messageKind, ...rest };
    }
  }
  yield* rowLines("event", (paginationOpts) =>
    client.query(api.runEvents.dashboard.list, { projectId, id: run.id, paginationOpts }),
  );
}

async function* rowLines(kind: string, read: Parameters<typeof readPages<object>>[0]): AsyncGenerator<Line> {
  for await (const row of readPages(read)) yield { kind, ...row };
}

async function* readPages<Row>(
  read: (options: { numItems: number; cursor: string | null }) => Promise<PaginationResult<Row>>,
): AsyncGenerator<Row> {
  let cursor: string | null = null;
  for (;;) {
    const { page, isDone, continueCursor }: PaginationResult<Row> = await read({ numItems: 100, cursor });
    yield* page;
    if (isDone) return;
    cursor = continueCursor;
  }
}

/** The list has no text of a message that streams. */
async function wholeMessage(client: Client, projectId: string, message: Message): Promise<Message> {
  if (message.status === "complete") return message;
  const chunks: string[] = [];
  for (;;) {
    const found = await client.query(api.messages.dashboard.follow, {
      projectId,
      id: message.id,
      after: chunks.length,
    });
    if (found.status === "complete") return found.message;
    if (found.chunks.length === 0) return { ...message, content: chunks.join("") };
    for (const { text } of found.chunks) chunks.push(text);
  }
}
