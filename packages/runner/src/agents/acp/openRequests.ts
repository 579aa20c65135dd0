import { createHash } from "node:crypto";
import { RequestError } from "@agentclientprotocol/sdk/unstable";
import { isNestedTooDeeply, estimateSize } from "../../text/json";
import type { AgentEvent } from "../agent";

type Asked = Extract<AgentEvent, { kind: "permission" | "question" }>;
/** An event as it is before it has an id. */
type WithoutId<Event> = Event extends { id: string } ? Omit<Event, "id"> : never;

/** A request ended without an answer: the agent withdrew it, or the session is over. */
export const withdrawn = Symbol("withdrawn");

/** Each question that waits takes a connection to the service, and the attention of a person. */
const maxOpen = 20;
const maxAsked = 1000;
const maxSize = 100_000;

/** The permissions and questions that wait for a person. */
export class OpenRequests {
  private readonly waiting = new Map<string, (answer: unknown) => void>();
  private readonly asked = new Map<string, number>();
  private isClosed = false;

  constructor(
    private readonly push: (event: AgentEvent) => void,
    private readonly onChange: () => void,
  ) {}

  get isWaiting(): boolean {
    return this.waiting.size > 0;
  }

  /** Asks, and resolves with the answer or with `withdrawn`. Refuses an agent that asks too much. */
  async ask(event: WithoutId<Asked>, signal: AbortSignal): Promise<unknown> {
    if (this.isClosed || signal.aborted) return withdrawn;
    const fault = this.faultOf(event);
    if (fault !== null) throw RequestError.invalidRequest(undefined, fault);
    const id = this.idOf(event);
    const answered = new Promise<unknown>((resolve) => this.waiting.set(id, resolve));
    const withdraw = () => {
      this.push({ kind: "withdrawn", id });
      this.answer(id, withdrawn);
    };
    signal.addEventListener("abort", withdraw, { once: true });
    this.onChange();
    this.push({ ...event, id });
    const answer = await answered;
    signal.removeEventListener("abort", withdraw);
    return answer;
  }

  answer(id: string, answer: unknown): void {
    const resolve = this.waiting.get(id);
    if (resolve === undefined) return;
    this.waiting.delete(id);
    this.onChange();
    resolve(answer);
  }

  private faultOf(event: WithoutId<Asked>): string | null {
    if (this.waiting.size >= maxOpen) return `${maxOpen} questions wait for a person; ask when one is answered.`;
    if (this.asked.size >= maxAsked) return `A session may ask ${maxAsked} questions.`;
    if (isNestedTooDeeply(event) || estimateSize(event) > maxSize) return `A question may have ${maxSize} characters.`;
    return null;
  }

  close(): void {
    this.isClosed = true;
    for (const id of this.waiting.keys()) this.answer(id, withdrawn);
  }

  /**
   * The id is made from the request itself. So an agent that asks the same again after its session was resumed gets the
   * answer that a person gave meanwhile.
   */
  private idOf(event: WithoutId<Asked>): string {
    const hash = createHash("sha256").update(JSON.stringify(event)).digest("hex").substring(0, 16);
    const id = `${event.kind}-${hash}`;
    const times = (this.asked.get(id) ?? 0) + 1;
    this.asked.set(id, times);
    return times === 1 ? id : `${id}-${times}`;
  }
}
