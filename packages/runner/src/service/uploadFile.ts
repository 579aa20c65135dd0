// Sends the bytes of a file to the address that the service has named. It needs no token of the runner.
import { setTimeout as pause } from "node:timers/promises";
import { retryDelayMs } from "../http/retry";

const maxTries = 4;
const sendingMs = 120_000;

interface Upload {
  url: string;
  bytes: Uint8Array<ArrayBuffer>;
  mediaType: string;
}

/** Returns the id of the stored file. Throws an Error with a sentence. */
export async function uploadFile(upload: Upload, unwanted: AbortSignal): Promise<string> {
  for (let tries = 0; ; tries++) {
    const answer = await send(upload, unwanted);
    if ("storageId" in answer) return answer.storageId;
    unwanted.throwIfAborted();
    if (!answer.mayHelp || tries + 1 === maxTries) throw new Error(answer.reason);
    await pause(retryDelayMs(tries), undefined, { signal: unwanted });
  }
}

type Answer = { storageId: string } | { reason: string; mayHelp: boolean };

async function send({ url, bytes, mediaType }: Upload, unwanted: AbortSignal): Promise<Answer> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": mediaType },
      body: bytes,
      redirect: "error",
      signal: AbortSignal.any([unwanted, AbortSignal.timeout(sendingMs)]),
    });
    const { status } = response;
    const body: unknown = await response.json().catch(() => null);
    if (status === 200 && typeof body === "object" && body !== null && "storageId" in body) {
      if (typeof body.storageId === "string") return { storageId: body.storageId };
    }
    return { reason: `The file storage answers ${status}.`, mayHelp: status === 429 || status >= 500 };
  } catch {
    return { reason: `Nothing answers at ${new URL(url).origin}.`, mayHelp: true };
  }
}
