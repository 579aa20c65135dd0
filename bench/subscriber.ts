// A client of the live socket that watches one counter. It does as little as possible itself, because the engine is
// measured and a thousand clients run in one process.
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { WebSocket } from "ws";

export interface Watched {
  name: string;
  viewer: number;
}

interface Transition {
  type: string;
  modifications?: { type: string; value?: number }[];
}

export class Subscriber {
  private value = -1;
  private onValue: (value: number) => void = () => {};

  private constructor(private readonly socket: WebSocket) {
    socket.on("message", (data: Buffer) => this.receive(data.toString("utf8")));
  }

  /** Resolves when the subscriber has received its first value. */
  static async open(socketUrl: string, watched: Watched): Promise<Subscriber> {
    const socket = new WebSocket(`${socketUrl.replace(/^http/, "ws")}/api/sync`);
    const subscriber = new Subscriber(socket);
    await once(socket, "open");
    const add = { type: "Add", queryId: 0, udfPath: "counters:read", args: [watched] };
    subscriber.send({
      type: "Connect",
      sessionId: randomUUID(),
      connectionCount: 0,
      lastCloseReason: null,
      clientTs: 0,
    });
    subscriber.send({ type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications: [add] });
    await subscriber.reached(0);
    return subscriber;
  }

  /** Resolves when the subscriber has `value` or a later one. Returns the time of that moment. */
  reached(value: number): Promise<number> {
    if (this.value >= value) return Promise.resolve(performance.now());
    return new Promise((resolve) => {
      this.onValue = (present) => {
        if (present >= value) resolve(performance.now());
      };
    });
  }

  close(): void {
    this.socket.terminate();
  }

  private send(message: object): void {
    this.socket.send(JSON.stringify(message));
  }

  private receive(text: string): void {
    const { modifications = [] } = JSON.parse(text) as Transition;
    for (const { value } of modifications) {
      if (value === undefined) continue;
      this.value = value;
      this.onValue(value);
    }
  }
}
