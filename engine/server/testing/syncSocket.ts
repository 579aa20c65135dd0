// A client of the live socket for tests. It sends what a test tells it to send and keeps the replies.
import { randomUUID } from "node:crypto";
import { WebSocket } from "ws";

export interface ServerMessage {
  type: string;
  [field: string]: unknown;
}

interface Modification {
  type: string;
  queryId: number;
  value?: unknown;
  journal?: string | null;
  errorMessage?: string;
  errorData?: unknown;
  logLines?: string[];
}

interface Version {
  querySet: number;
  identity: number;
  ts: string;
}

export interface Transition extends ServerMessage {
  startVersion: Version;
  endVersion: Version;
  modifications: Modification[];
}

export class SyncSocket {
  readonly received: ServerMessage[] = [];
  readonly closed: Promise<{ code: number; reason: string }>;
  private taken = 0;
  private wake: () => void = () => undefined;
  private querySet = 0;

  private constructor(readonly socket: WebSocket) {
    this.closed = new Promise((resolve) => {
      socket.on("close", (code, reason) => {
        resolve({ code, reason: reason.toString() });
        this.wake();
      });
    });
    socket.on("message", (data: Buffer) => {
      this.received.push(JSON.parse(data.toString("utf8")) as ServerMessage);
      this.wake();
    });
    socket.on("error", () => undefined);
  }

  static open(socketUrl: string, path = "/api/1.48.0/sync"): Promise<SyncSocket> {
    return SyncSocket.over(new WebSocket(`${socketUrl.replace("http", "ws")}${path}`));
  }

  static async over(socket: WebSocket): Promise<SyncSocket> {
    const opened = new SyncSocket(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once("open", resolve);
      socket.once("error", reject);
    });
    return opened;
  }

  static async connect(socketUrl: string, fields: Record<string, unknown> = {}): Promise<SyncSocket> {
    const opened = await SyncSocket.open(socketUrl);
    opened.greet(fields);
    return opened;
  }

  greet(fields: Record<string, unknown> = {}): void {
    this.send({
      type: "Connect",
      sessionId: randomUUID(),
      connectionCount: 0,
      lastCloseReason: null,
      clientTs: 0,
      ...fields,
    });
  }

  send(message: object): void {
    this.socket.send(JSON.stringify(message));
  }

  /** Returns the next unread message of that type and skips the messages before it. */
  async next(type: string): Promise<ServerMessage> {
    for (;;) {
      while (this.taken < this.received.length) {
        const message = this.received[this.taken++];
        if (message?.type === type) return message;
      }
      if (this.socket.readyState === WebSocket.CLOSED) throw new Error(`The connection ended before a ${type} came.`);
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }

  async transition(): Promise<Transition> {
    return (await this.next("Transition")) as Transition;
  }

  /** Reads transitions until one changes something, or until the given condition is true. */
  async change(isIt: (transition: Transition) => boolean = hasModifications): Promise<Transition> {
    for (;;) {
      const transition = await this.transition();
      if (isIt(transition)) return transition;
    }
  }

  /** Returns the value of a query in the next transition that contains it. */
  async value(queryId: number): Promise<unknown> {
    const isIt = ({ modifications }: Transition) => modifications.some((one) => one.queryId === queryId);
    return (await this.change(isIt)).modifications.find((one) => one.queryId === queryId)?.value;
  }

  modify(...modifications: object[]): void {
    const baseVersion = this.querySet++;
    this.send({ type: "ModifyQuerySet", baseVersion, newVersion: this.querySet, modifications });
  }

  add(queryId: number, udfPath: string, args: object, more: object = {}): void {
    this.modify({ type: "Add", queryId, udfPath, args: [args], ...more });
  }

  mutate(requestId: number, udfPath: string, args: object): void {
    this.send({ type: "Mutation", requestId, udfPath, args: [args] });
  }

  act(requestId: number, udfPath: string, args: object): void {
    this.send({ type: "Action", requestId, udfPath, args: [args] });
  }

  close(): void {
    this.socket.terminate();
  }
}

function hasModifications({ modifications }: Transition): boolean {
  return modifications.length > 0;
}
