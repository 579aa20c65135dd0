// The only way in which the servers listen to connections, requests, responses and live clients. Node calls a listener
// from the event loop, where nobody catches what it throws, so one bad listener would end the process for everybody.
// Here it costs its own connection and a line in the log. The linter (`guarded-listeners`) refuses every other `on` and
// `once` below engine/server.
import type { EventEmitter } from "node:events";
import { IncomingMessage, ServerResponse, type Server } from "node:http";
import type { Socket } from "node:net";
import { Readable, Writable } from "node:stream";
import { WebSocket, type RawData } from "ws";
import type { RequestError } from "../application/contract";
import { reportFailure } from "../failureReport";

interface ServerEvents {
  request: [request: IncomingMessage, response: ServerResponse];
  checkContinue: [request: IncomingMessage, response: ServerResponse];
  checkExpectation: [request: IncomingMessage, response: ServerResponse];
  connect: [request: IncomingMessage, socket: Socket, head: Buffer];
  upgrade: [request: IncomingMessage, socket: Socket, head: Buffer];
  connection: [socket: Socket];
  clientError: [error: NodeJS.ErrnoException, socket: Socket];
  error: [error: NodeJS.ErrnoException];
}

interface StreamEvents {
  data: [chunk: Buffer];
  end: [];
  finish: [];
  drain: [];
  resume: [];
  close: [];
  error: [error: Error];
  /** A response that had to wait for others of its connection has its turn. */
  socket: [socket: Socket];
  /** The rest of a body cannot be read (`requestBody.ts`). */
  broken: [fault: RequestError];
}

interface LiveEvents {
  message: [data: RawData, isBinary: boolean];
  ping: [data: Buffer];
  pong: [data: Buffer];
  close: [];
  error: [error: Error];
}

type Source = Server | Socket | IncomingMessage | ServerResponse | WebSocket | Readable | Writable;
type EventsOf<Of> = Of extends Server ? ServerEvents : Of extends WebSocket ? LiveEvents : StreamEvents;
type Event<Of> = keyof EventsOf<Of> & string;
type Listener<Of, Name extends Event<Of>> = (...args: Extract<EventsOf<Of>[Name], unknown[]>) => void;
type StopListening = () => void;

/** Calls `listener` at each event. */
export function listen<Of extends Source, Name extends Event<Of>>(
  source: Of,
  event: Name,
  listener: Listener<Of, Name>,
): StopListening {
  return register("on", source, event, guarded(source, listener));
}

/** Calls `listener` at the next event only. */
export function listenOnce<Of extends Source, Name extends Event<Of>>(
  source: Of,
  event: Name,
  listener: Listener<Of, Name>,
): StopListening {
  return register("once", source, event, guarded(source, listener));
}

/** Calls `listener` at each event, before those that listen already. */
export function listenFirst<Of extends Source, Name extends Event<Of>>(
  source: Of,
  event: Name,
  listener: Listener<Of, Name>,
): StopListening {
  return register("prependListener", source, event, guarded(source, listener));
}

function register(
  how: "on" | "once" | "prependListener",
  emitter: EventEmitter,
  event: string,
  safe: Parameters<EventEmitter["on"]>[1],
): StopListening {
  emitter[how](event, safe);
  return () => void emitter.off(event, safe);
}

/** Returns a callback for timers and for writes to `source` that costs no more than its connection if it throws. */
export function guarded<Args extends unknown[]>(
  source: Source,
  callback: (...args: Args) => void,
): (...args: Args) => void {
  return (...args) => {
    try {
      callback(...args);
    } catch (error) {
      breakOff([source, ...args], error);
    }
  };
}

/** Lets work for a connection continue without anybody who waits for it. */
export function detach(source: Source, work: Promise<void>): void {
  work.catch((error: unknown) => breakOff([source], error));
}

function breakOff(concerned: unknown[], error: unknown): void {
  reportFailure("A listener of a connection failed. The connection ends, and the process continues.", error);
  for (const one of concerned) end(one);
}

/** Ends the connection of a source. A server has none, but the arguments of its events do. */
function end(of: unknown): void {
  // A response that waits for others of its connection has no socket yet.
  const request: unknown = of instanceof ServerResponse ? of.req : of;
  if (of instanceof WebSocket) of.terminate();
  else if (request instanceof IncomingMessage) request.socket.destroy();
  else if (of instanceof Readable || of instanceof Writable) of.destroy();
}
