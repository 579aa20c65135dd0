// Refusals for a client that holds all it may have. Others are still served, and so is this client when it has released
// something.
import { RequestError } from "../application/contract";

export class LimitReached extends RequestError {
  constructor(message: string, retryAfterS: number) {
    super(429, "TooManyRequests", message, retryAfterS);
  }
}

const retryAfterS = 10;

export function tooManyBytes(): LimitReached {
  return new LimitReached(
    "This client holds too many bytes: bodies, messages, and answers that it did not read.",
    retryAfterS,
  );
}

export function tooManyConnections(): LimitReached {
  return new LimitReached("This client has too many connections.", retryAfterS);
}

export function tooManyQueued(): LimitReached {
  return new LimitReached("Too many requests wait for their answers on this connection.", retryAfterS);
}
