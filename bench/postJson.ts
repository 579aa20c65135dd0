// A client that costs little itself. `fetch` would take a third of a fast server's time per request.
import { once } from "node:events";
import { Agent, request } from "node:http";
import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";

const agent = new Agent({ keepAlive: true });

/** Returns the answer, and throws when it is a refusal. */
export async function postJson(url: string, body: object, token = ""): Promise<unknown> {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const sent = request(url, { method: "POST", headers, agent });
  sent.end(JSON.stringify(body));
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const answer = await text(response);
  if (response.statusCode === undefined || response.statusCode >= 300) throw new Error(`${url}: ${answer}`);
  return JSON.parse(answer);
}
