// `fetch` over keep-alive connections that a test can close. A test can then measure at once what a server holds after
// its clients have left.
import { Agent, request, type IncomingMessage } from "node:http";
import { Readable } from "node:stream";

export class OwnConnections {
  /** Connections that are idle for 20 s are closed here, before the server closes one that is just being used again. */
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 32, timeout: 20_000 });

  /** Sends a request, whose body must be a text. */
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
