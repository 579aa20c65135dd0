// `fetch` by connections that are kept as those of `fetch` are, and that can be closed, so that what a server holds
// after its clients have gone can be looked at at once.
import { Agent, request, type IncomingMessage } from "node:http";
import { Readable } from "node:stream";

export class OwnConnections {
  /** What nobody has used for so long is closed here, before the server does so just when it is used again. */
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 32, timeout: 20_000 });

  /** Bodies of requests are texts. */
  fetch(url: string, { method = "GET", headers, body = null }: RequestInit = {}): Promise<Response> {
    const options = { agent: this.agent, method, headers: Object.fromEntries(new Headers(headers)) };
    return new Promise((resolve, reject) => {
      const asked = request(url, options, (answer) => resolve(responseOf(answer)));
      asked.on("error", reject);
      asked.end(body);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}

function responseOf(answer: IncomingMessage): Response {
  const { statusCode: status = 0, headersDistinct } = answer;
  const headers = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return new Response(Readable.toWeb(answer) as ReadableStream, { status, headers });
}
