// The calls of the job runner that the hand-written server answers. Only the measured calls exist.
import type { IncomingMessage, ServerResponse } from "node:http";
import { enqueue } from "./database";
import { fail, readBody, Refusal, reply } from "./http";
import { claimJob, completeJob } from "./jobs";
import { append, deliverRun } from "./work";

type Args = Record<string, unknown>;

export function receiveCall(request: IncomingMessage, response: ServerResponse): void {
  const refuse = (thrown: unknown) => {
    if (thrown instanceof Refusal) reply(response, thrown.status, { error: thrown.code });
    else fail(response, thrown, "");
  };
  const answer = (result: unknown) => reply(response, 200, { result });
  readBody(request, (text) => {
    try {
      if (request.headers.authorization !== `Bearer ${process.env["JOB_CALLBACK_SECRET"]}`) {
        throw new Refusal(401, "The bearer token is missing or wrong.");
      }
      const { operation, args = {} } = JSON.parse(text) as { operation?: unknown; args?: Args };
      if (operation === "job.claim") return claimJob(args, { deliver: deliverRun, answer, refuse });
      if (operation === "job.complete") return inOneCommit(() => completeJob(args), answer, refuse);
      if (operation !== "message.streamAppend") throw new Refusal(400, "There is no such operation.");
      return inOneCommit(() => append(args), answer, refuse);
    } catch (thrown) {
      return refuse(thrown);
    }
  });
}

function inOneCommit(
  change: () => unknown,
  answer: (result: unknown) => void,
  refuse: (thrown: unknown) => void,
): void {
  let result: unknown;
  enqueue({ work: () => (result = change()), answer: () => answer(result), refuse });
}
