// A server on this machine that plays the receiver of webhooks.
import { createServer } from "node:http";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "svix";

interface Message {
  /** The header `webhook-id`. */
  id: string;
  type: string;
  timestamp: string;
  data: Record<string, unknown> & { eventId: string; subject: { type: string; id: string }; runId?: string };
}

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  atMs: number;
}

/** How the receiver answers: a status, or by itself. */
export type Behaviour = number | ((response: ServerResponse) => void);

export interface Receiver {
  url: string;
  received: Received[];
  /** What has arrived, as JSON. */
  messages: () => Message[];
  /** The answers to the next requests, in their order; the last one stays. At first it is 204. */
  answers: Behaviour[];
  close: () => Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const answers: Behaviour[] = [204];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString("utf8"), atMs: Date.now() });
      const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? 204;
      if (typeof answer === "number") response.writeHead(answer).end();
      else answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    messages: () =>
      received.map(({ headers, body }) =>
        Object.assign({ id: String(headers["webhook-id"]) }, JSON.parse(body) as Omit<Message, "id">),
      ),
    answers,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Checks a message as the svix library does, which throws for a wrong signature. */
export function verifyWithSvix({ headers, body }: Received, secret: string): void {
  new Webhook(secret).verify(body, {
    "webhook-id": String(headers["webhook-id"]),
    "webhook-timestamp": String(headers["webhook-timestamp"]),
    "webhook-signature": String(headers["webhook-signature"]),
  });
}
