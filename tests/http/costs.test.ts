// Measures what single operations cost on Convex, and compares it with docs/costs.md.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { startMeter } from "../../scripts/costs/meter";
import { measureAll } from "../../scripts/costs/operations";
import { readPage, writtenOf } from "../../scripts/costs/page";
import type { Written } from "../../scripts/costs/page";
import { rootDirectory } from "../../scripts/settings";

const written = readPage(readFileSync(path.join(rootDirectory, "docs/costs.md"), "utf8"));

const measured = async (): Promise<Map<string, Written>> => {
  const meter = await startMeter();
  try {
    const costs = await measureAll(meter);
    return new Map([...costs].map(([operation, cost]) => [operation, writtenOf(cost)]));
  } finally {
    await meter.stop();
  }
};

it("no operation costs more than docs/costs.md says; `npm run costs -- --write` writes it", async () => {
  const costs = await measured();
  expect([...costs.keys()]).toEqual([...written.keys()]);
  const dearer = [...costs].filter(([operation, { calls, documentsRead, documentsWritten }]) => {
    const most = written.get(operation) ?? { calls: 0, documentsRead: 0, documentsWritten: 0 };
    return calls > most.calls || documentsRead > most.documentsRead || documentsWritten > most.documentsWritten;
  });
  expect(dearer).toEqual([]);
}, 300_000);
