// Reads server-sent events as a standard client does, with all fields that tests check.

export interface ServerSentEvent {
  /** Null when the event has no id. */
  id: string | null;
  event: string;
  // Each test knows the shape of the data that it expects.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  data: any;
}

/**
 * Yields the events of a response until it ends, without comments and `retry`. Leaving the loop closes the connection.
 */
export async function* eventsOf(response: Response): AsyncGenerator<ServerSentEvent, void> {
  for await (const { id, event, data } of partsOf(response)) {
    if (data !== null) yield { id, event, data };
  }
}

/**
 * Yields what a standard client would send in `Last-Event-ID`, each time that it changes. An id may come without any
 * event.
 */
export async function* lastEventIdsOf(response: Response): AsyncGenerator<string, void> {
  let last: string | null = null;
  for await (const { id } of partsOf(response)) {
    if (id !== null && id !== last) yield id;
    last = id ?? last;
  }
}

async function* partsOf(response: Response): AsyncGenerator<ServerSentEvent, void> {
  if (response.body === null) throw new Error(`${response.status} without a body`);
  let text = "";
  for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
    text += part;
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const fields = new Map(block.split("\n").map((line) => splitAt(line, ": ")));
      const data = fields.get("data");
      yield {
        id: fields.get("id") ?? null,
        event: fields.get("event") ?? "message",
        data: data === undefined ? null : JSON.parse(data),
      };
    }
  }
}

/** Returns the events of a stream that ends by itself. */
export async function allEventsOf(response: Response): Promise<ServerSentEvent[]> {
  const events: ServerSentEvent[] = [];
  for await (const event of eventsOf(response)) events.push(event);
  return events;
}

function splitAt(line: string, mark: string): [string, string] {
  const at = line.indexOf(mark);
  return at === -1 ? [line, ""] : [line.slice(0, at), line.slice(at + mark.length)];
}
