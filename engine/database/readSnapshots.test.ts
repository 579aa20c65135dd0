import { afterEach, beforeEach, expect, it } from "vitest";
import { Connection } from "../persistence/connection";
import { Registry } from "./registry";
import { SnapshotPool, type Snapshot } from "./readSnapshots";
import { temporaryDatabase, type TemporaryDatabase } from "./testing/temporaryDatabase";

class Opened extends Connection {
  isOpen = true;

  override close(): void {
    super.close();
    this.isOpen = false;
  }
}

let temporary: TemporaryDatabase;
let connections: Opened[];
let pool: SnapshotPool;
beforeEach(async () => {
  temporary = await temporaryDatabase();
  connections = [];
  const connect = () => {
    const connection = new Opened(temporary.file, { readOnly: true });
    connections.push(connection);
    return connection;
  };
  pool = new SnapshotPool(connect, new Registry([]), 1n);
});
afterEach(async () => {
  pool.close();
  await temporary.remove();
});

/** Snapshots of `count` states of the database, as many queries hold them that last longer than a commit. */
function held(count: number): Snapshot[] {
  return Array.from({ length: count }, () => {
    const snapshot = pool.acquire({ isLong: false });
    pool.renew();
    return snapshot;
  });
}

const stillOpen = () => connections.filter(({ isOpen }) => isOpen).length;

it("opens no connection again when three at a time are used again and again", () => {
  for (let round = 0; round < 5; round++) for (const snapshot of held(3)) pool.release(snapshot);
  expect([connections.length, stillOpen()]).toEqual([3, 3]);
});

it("closes what more readers at the same time have opened", () => {
  for (const snapshot of held(9)) pool.release(snapshot);
  expect([connections.length, stillOpen()]).toEqual([9, 3]);
});
