// Clients that start runs without pause while the service is stopped and started. Each asks again with the same
// idempotency key until it is answered, as our own client does.
import { setTimeout as pause } from "node:timers/promises";
import { dataOf, type Client } from "./fixtures";

export class StartLoad {
  /** The ids of the runs that were acknowledged, by their prompts, which differ. */
  readonly acknowledged = new Map<string, string>();
  /** How many requests had no answer, or one that says that the service ends. */
  interruptions = 0;
  private isOver = false;
  private writers: Promise<void>[] = [];

  constructor(
    private readonly api: Client,
    private readonly workflowId: string,
  ) {}

  begin(writers: number): void {
    this.writers = Array.from({ length: writers }, (_, at) => this.write(`writer ${at}`));
    // A failure is that of `end`.
    for (const writer of this.writers) writer.catch(() => undefined);
  }

  /** Resolves when all that was asked for is acknowledged. */
  async end(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.writers);
  }

  /** Returns the prompt and the id of each run that there is, sorted. */
  async found(): Promise<[string, string][]> {
    const found: [string, string][] = [];
    let cursor: string | null = null;
    do {
      const after: string = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
      const { status, body } = await this.api.get(`/runs/list?workflowId=${this.workflowId}&limit=100${after}`);
      if (status !== 200) throw new Error(JSON.stringify(body));
      for (const { prompt, id } of body.data) found.push([prompt, id]);
      cursor = body.nextCursor;
    } while (cursor !== null);
    return found.toSorted(byPrompt);
  }

  private async write(name: string): Promise<void> {
    for (let turn = 0; !this.isOver; turn++) {
      const prompt = `${name}, ${turn}`;
      this.acknowledged.set(prompt, await this.start(prompt));
    }
  }

  private async start(prompt: string): Promise<string> {
    const request = { workflowId: this.workflowId, prompt };
    for (;;) {
      try {
        const answer = await this.api.post("/runs/start", request, { "Idempotency-Key": prompt });
        if (answer.status !== 503) return (await dataOf(Promise.resolve(answer))).id;
      } catch (error) {
        // `fetch` reports a lost connection and an incomplete body as a TypeError.
        if (!(error instanceof TypeError)) throw error;
      }
      this.interruptions += 1;
      await pause(50);
    }
  }
}

/** Compares two runs, each a prompt and an id. */
export function byPrompt([one]: [string, string], [other]: [string, string]): number {
  return one < other ? -1 : Number(one > other);
}
