// A hostile client with an address of its own on this machine. It closes every connection that it opens.
import { connect, type Socket } from "node:net";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { WebSocket } from "ws";

const localAddress = "127.0.0.2";
/**
 * One gigabit per second. Within one machine it could send ten times as much, and others would wait for the memory and
 * not for the server.
 */
const bytesPerSecond = 125_000_000;

export class Attacker {
  private readonly sockets: Socket[] = [];
  private readonly webSockets: WebSocket[] = [];
  /** The first line, or the close code, of each answer, and how often it came. */
  readonly answers = new Map<string, number>();

  constructor(private readonly port: number) {}

  /** Opens `count` connections that send `bytes`. If `isDeaf`, they read nothing. */
  async open(count: number, bytes: Buffer | string, isDeaf = false): Promise<void> {
    for (let opened = 0; opened < count; opened += 100) {
      const some = Array.from({ length: Math.min(100, count - opened) }, () => this.openOne(bytes, isDeaf));
      await this.sent(Promise.all(some), some.length * bytes.length);
    }
  }

  private async sent(sending: Promise<unknown>, bytes: number): Promise<void> {
    await Promise.all([sending, sleep((bytes / bytesPerSecond) * 1000)]);
  }

  private async openOne(bytes: Buffer | string, isDeaf: boolean): Promise<void> {
    const socket = connect({ host: "127.0.0.1", port: this.port, localAddress });
    this.sockets.push(socket);
    socket.on("error", () => undefined);
    await Promise.race([once(socket, "connect"), once(socket, "close")]).catch(() => undefined);
    if (isDeaf) socket.pause();
    else socket.once("data", (chunk: Buffer) => this.count(chunk.toString("latin1").split("\r\n", 1)[0] ?? ""));
    socket.write(bytes);
  }

  /** Makes `count` requests one after another, each to its end. */
  async ask(count: number, bytes: Buffer | string): Promise<void> {
    for (let asked = 0; asked < count; asked++) {
      const socket = connect({ host: "127.0.0.1", port: this.port, localAddress });
      socket.on("error", () => undefined);
      socket.once("data", (chunk: Buffer) => this.count(chunk.toString("latin1").split("\r\n", 1)[0] ?? ""));
      socket.resume();
      socket.write(bytes);
      await Promise.race([once(socket, "close"), once(socket, "error")]);
    }
  }

  /** Connects `count` live clients that send `messages`. */
  async openLive(count: number, messages: string[], isDeaf = false): Promise<void> {
    for (let opened = 0; opened < count; opened += 50) {
      const some = Array.from({ length: Math.min(50, count - opened) }, () => this.openOneLive(messages, isDeaf));
      await this.sent(Promise.all(some), some.length * messages.join("").length);
    }
  }

  private openOneLive(messages: string[], isDeaf: boolean): Promise<void> {
    const socket = new WebSocket(`ws://127.0.0.1:${this.port}/api/1.48.0/sync`, { localAddress });
    this.webSockets.push(socket);
    return new Promise((resolve) => {
      socket.on("open", () => {
        for (const message of messages) socket.send(message);
        if (isDeaf) socket.pause();
        resolve();
      });
      socket.on("error", () => resolve());
      socket.on("close", (code) => {
        this.count(String(code));
        resolve();
      });
    });
  }

  private count(answer: string): void {
    this.answers.set(answer, (this.answers.get(answer) ?? 0) + 1);
  }

  leave(): void {
    for (const socket of this.sockets) socket.destroy();
    for (const socket of this.webSockets) socket.terminate();
  }
}

export function request(
  path: string,
  body: Buffer | string,
  headers: Record<string, string> = {},
  method = "POST",
): Buffer {
  const bytes = Buffer.from(body);
  const lines = Object.entries({ Connection: "close", "Content-Length": bytes.length, ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\nHost: x\r\n${lines.join("\r\n")}\r\n\r\n`), bytes]);
}

export function getting(path: string, headers: Record<string, string> = {}): string {
  const all = Object.entries({ Connection: "close", ...headers });
  const lines = all.map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${path} HTTP/1.1\r\nHost: x\r\n${lines.join("")}\r\n`;
}
