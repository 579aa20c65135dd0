import * as fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import type { QueryResult } from "../../application/contract";
import { ProtocolError } from "./clientMessages";
import { encodeTimestamp } from "../timestamp";
import { SyncSession, type Round } from "./session";

interface Transition {
  startVersion: { querySet: number; identity: number; ts: string };
  endVersion: { querySet: number; identity: number; ts: string };
  modifications: { type: string; queryId: number; value?: unknown; journal?: string | null; errorData?: unknown }[];
}

function sessionOf(maxQueries: number): SyncSession {
  return new SyncSession(() => ({ maxQueries, maxArgumentBytes: 1_000 }));
}

let session: SyncSession;
beforeEach(() => {
  session = sessionOf(3);
  session.connect({ type: "Connect", sessionId: "a", maxObservedTs: 0n });
});

const added = (queryId: number, journal: string | null = null) =>
  ({ type: "Add", queryId, udfPath: "a:b", args: {}, componentPath: "", journal }) as const;
const removed = (queryId: number) => ({ type: "Remove", queryId }) as const;

function modify(baseVersion: number, ...modifications: (ReturnType<typeof added> | ReturnType<typeof removed>)[]) {
  return session.modify({ type: "ModifyQuerySet", baseVersion, newVersion: baseVersion + 1, modifications });
}

function resultOf(value: string, endCursor: string | null = null): QueryResult {
  const outcome = { kind: "success", value } as const;
  return { outcome, logLines: [], endCursor, fingerprint: value, watch: () => () => undefined };
}

function finish(round: Round, ts: bigint, valueOf: (queryId: number) => string): Transition {
  const answers = round.due.map((query) => ({ query, result: resultOf(valueOf(query.queryId)), requestId: "r" }));
  return JSON.parse(session.finishRound(round, ts, answers)) as Transition;
}

const step = (ts: bigint, value = "1") => finish(session.beginRound(), ts, () => value);

describe("the query set", () => {
  it("moves to the new version even when nothing was added", () => {
    modify(0);
    expect(session.isDue).toBe(true);
    expect(step(5n)).toMatchObject({
      startVersion: { querySet: 0, identity: 0, ts: encodeTimestamp(0n) },
      endVersion: { querySet: 1, identity: 0, ts: encodeTimestamp(5n) },
      modifications: [],
    });
    expect(session.isDue).toBe(false);
  });

  it("sends the result of an added query, and confirms the removal of a query", () => {
    modify(0, added(1));
    expect(step(5n, "7").modifications).toMatchObject([{ type: "QueryUpdated", queryId: 1, value: 7, journal: null }]);
    expect(modify(1, removed(1))).toStrictEqual([1]);
    expect(step(6n).modifications).toStrictEqual([{ type: "QueryRemoved", queryId: 1 }]);
  });

  it.each([
    ["a version that is not the present one", () => modify(1)],
    ["a query that is there", () => modify(0, added(1), added(1))],
    ["the removal of a query that is not there", () => modify(0, removed(1))],
    ["more queries than a client may have", () => modify(0, added(1), added(2), added(3), added(4))],
  ])("is not changed by %s", (_what, change) => {
    expect(change).toThrow(ProtocolError);
  });

  it("no result is sent of a query that was removed while it ran", () => {
    modify(0, added(1));
    const round = session.beginRound();
    modify(1, removed(1));
    expect(finish(round, 5n, () => "1").modifications).toStrictEqual([]);
    expect(step(6n).modifications).toStrictEqual([{ type: "QueryRemoved", queryId: 1 }]);
  });
});

describe("a result", () => {
  it("that is the same as before is left out, and the version moves on", () => {
    modify(0, added(1));
    step(5n, "1");
    session.markStale(1);
    expect(step(6n, "1")).toMatchObject({ endVersion: { ts: encodeTimestamp(6n) }, modifications: [] });
    session.markStale(1);
    expect(step(7n, "2").modifications).toHaveLength(1);
  });

  it("keeps its page end over a failure", () => {
    modify(0, added(1, "there"));
    const round = session.beginRound();
    const failed: QueryResult = {
      outcome: { kind: "error", message: "no", data: undefined },
      logLines: [],
      endCursor: null,
      fingerprint: "no",
      watch: () => () => undefined,
    };
    const answers = round.due.map((query) => ({ query, result: failed, requestId: "r" }));
    const transition = JSON.parse(session.finishRound(round, 5n, answers)) as Transition;
    expect(transition.modifications).toMatchObject([{ type: "QueryFailed", queryId: 1, journal: "there" }]);
    expect(transition.modifications[0]).not.toHaveProperty("errorData");
  });

  it("that became stale while its query ran is due again", () => {
    modify(0, added(1));
    const round = session.beginRound();
    session.markStale(1);
    finish(round, 5n, () => "1");
    expect(session.isDue).toBe(true);
  });
});

describe("an identity", () => {
  it("that changes makes every query due, and the version moves", () => {
    modify(0, added(1), added(2));
    step(5n);
    session.checkIdentityVersion(0);
    session.identityChanged();
    const round = session.beginRound();
    expect(round.due.map(({ queryId }) => queryId)).toStrictEqual([1, 2]);
    expect(finish(round, 5n, () => "1")).toMatchObject({ endVersion: { identity: 1 }, modifications: [] });
  });

  it("with another version than the current one is refused", () => {
    expect(() => session.checkIdentityVersion(1)).toThrow(ProtocolError);
  });
});

it("a mutation that was answered is followed by a transition, though no query changed", () => {
  step(5n);
  expect(session.isDue).toBe(false);
  session.oweTransition();
  expect(session.isDue).toBe(true);
  expect(step(5n)).toMatchObject({
    startVersion: { ts: encodeTimestamp(5n) },
    endVersion: { ts: encodeTimestamp(5n) },
  });
  expect(session.isDue).toBe(false);
});

it("Connect must be the first message, and is accepted only once", () => {
  const fresh = sessionOf(3);
  expect(() => fresh.modify({ type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications: [] })).toThrow(
    ProtocolError,
  );
  expect(() => fresh.checkIdentityVersion(0)).toThrow(ProtocolError);
  expect(() => session.connect({ type: "Connect", sessionId: "a", maxObservedTs: 0n })).toThrow(ProtocolError);
});

it("a client that applies the transitions always has the results of its queries, and each version follows the last one", () => {
  const action = fc.oneof(
    fc.record({ kind: fc.constant("add" as const), queryId: fc.nat(3) }),
    fc.record({ kind: fc.constant("remove" as const), queryId: fc.nat(3) }),
    fc.record({ kind: fc.constant("write" as const), queryId: fc.nat(3) }),
    fc.record({ kind: fc.constant("identity" as const), queryId: fc.constant(0) }),
    fc.record({ kind: fc.constant("begin" as const), queryId: fc.constant(0) }),
    fc.record({ kind: fc.constant("finish" as const), queryId: fc.constant(0) }),
  );
  fc.assert(
    fc.property(fc.array(action, { maxLength: 60, size: "max" }), (actions) => {
      const server = sessionOf(10);
      server.connect({ type: "Connect", sessionId: "a", maxObservedTs: 0n });
      const data = [0, 0, 0, 0];
      const wanted = new Set<number>();
      const client = { version: { querySet: 0, identity: 0, ts: encodeTimestamp(0n) }, values: new Map() };
      let ts = 1n;
      let querySet = 0;
      let running: { round: Round; ts: bigint; values: number[] } | null = null;
      const end = (): void => {
        if (running === null) return;
        const { round, values } = running;
        const answers = round.due.map((query) => ({
          query,
          result: resultOf(String(values[query.queryId])),
          requestId: "r",
        }));
        const transition = JSON.parse(server.finishRound(round, running.ts, answers)) as Transition;
        expect(transition.startVersion).toStrictEqual(client.version);
        client.version = transition.endVersion;
        for (const { type, queryId, value } of transition.modifications) {
          if (type === "QueryRemoved") client.values.delete(queryId);
          else client.values.set(queryId, value);
        }
        running = null;
      };
      const begin = (): void => {
        if (running === null && server.isDue) running = { round: server.beginRound(), ts, values: [...data] };
      };
      for (const { kind, queryId } of actions) {
        if (kind === "add" && !wanted.has(queryId)) {
          wanted.add(queryId);
          const modifications = [added(queryId)];
          server.modify({ type: "ModifyQuerySet", baseVersion: querySet, newVersion: ++querySet, modifications });
        } else if (kind === "remove" && wanted.delete(queryId)) {
          const modifications = [removed(queryId)];
          server.modify({ type: "ModifyQuerySet", baseVersion: querySet, newVersion: ++querySet, modifications });
        } else if (kind === "write") {
          ts++;
          data[queryId] = Number(ts) % 3;
          server.markStale(queryId);
        } else if (kind === "identity") {
          server.identityChanged();
        } else if (kind === "begin") {
          begin();
        } else if (kind === "finish") {
          end();
        }
      }
      end();
      begin();
      end();
      expect(server.isDue).toBe(false);
      expect(client.version.querySet).toBe(querySet);
      expect(client.values).toStrictEqual(new Map([...wanted].map((queryId) => [queryId, data[queryId]])));
    }),
  );
});

it("the arguments of all queries of a client are bounded, and removed queries no longer count", () => {
  const large = (queryId: number) => ({ ...added(queryId), args: { text: "x".repeat(400) } });
  modify(0, large(0), large(1));
  expect(session.argumentBytes).toBeGreaterThan(800);
  expect(() => modify(1, large(2))).toThrow(/at most 1000 bytes/);
  modify(2, removed(0), removed(1), large(3));
  expect(session.argumentBytes).toBeLessThan(500);
});
