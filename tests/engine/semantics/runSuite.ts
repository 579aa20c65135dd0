// Declares every case of the suite for one subject.
import { ConvexClient } from "convex/browser";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type RunningEngine, startEngine } from "../../support/engine";
import { webSocketConstructor } from "../clients/clients";
import { testApp } from "../testApp";
import { assertCase } from "./assertCase";
import { callsOverHttp, callsOverSocket, engineSubjects, setVariable } from "./engineSubject";
import type { Subject } from "./subject";
import { suite } from "./suite";

const casesByTitle = suite.map((testCase) => [testCase.title, testCase] as const);
export const variable = { name: "SEMANTICS_VARIABLE", value: "set for the suite" };

export function runSuite(makeSubject: () => Subject | Promise<Subject>): void {
  beforeAll(() => {
    // Functions under test write to the log, and convex-test logs every failed job. Neither matters here.
    for (const level of ["log", "warn", "error"] as const) vi.spyOn(console, level).mockImplementation(() => undefined);
  });
  afterAll(() => {
    vi.restoreAllMocks();
  });

  it.each(casesByTitle)("%s", async (_title, testCase) => {
    expect.hasAssertions();
    await assertCase(await makeSubject(), testCase);
  });
}

export function runSuiteOnEngine(
  name: "engine" | "pooled engine" | "live engine",
  concurrency: "serial" | "optimistic" = "serial",
): void {
  let engine: RunningEngine;
  let client: ConvexClient | undefined;
  let makeSubject: () => Promise<Subject>;
  beforeAll(async () => {
    const isAlone = name === "engine";
    engine = await startEngine({
      appDir: testApp,
      contexts: isAlone ? "fresh" : "shared",
      committing: isAlone ? "here" : "in a thread",
      concurrency,
      // Functions do not learn the language of the host.
      env: { LC_ALL: isAlone ? "tr_TR.UTF-8" : "sv_SE.UTF-8" },
    });
    await setVariable(engine, variable.name, variable.value);
    if (name === "live engine") client = new ConvexClient(engine.socketUrl, { webSocketConstructor, logger: false });
    makeSubject = engineSubjects(engine, name, client === undefined ? callsOverHttp(engine) : callsOverSocket(client));
  });
  afterAll(async () => {
    await client?.close();
    await engine.kill();
  });

  runSuite(() => makeSubject());
}
