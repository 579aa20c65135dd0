// One suite of Convex semantics against two subjects: convex-test in this process, and the engine over HTTP.
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type RunningEngine, startEngine } from "../../support/engine";
import { differences } from "../differences";
import { testApp } from "../testApp";
import { assertCase } from "./assertOutcome";
import { convexTestSubject } from "./convexTestSubject";
import { engineSubjects, setVariable } from "./engineSubject";
import type { Subject } from "./subject";
import { suite } from "./suite";

const casesByTitle = suite.map((testCase) => [testCase.title, testCase] as const);

const variable = "set for the suite";

beforeAll(() => {
  vi.stubEnv("SEMANTICS_VARIABLE", variable);
  // Functions under test log, and convex-test reports every failed job: neither is news here.
  for (const level of ["log", "warn", "error"] as const) vi.spyOn(console, level).mockImplementation(() => undefined);
});

afterAll(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

describe("convex-test", () => {
  it.each(casesByTitle)("%s", async (_title, testCase) => {
    expect.hasAssertions();
    await assertCase(convexTestSubject(), testCase);
  });
});

describe("engine", () => {
  let engine: RunningEngine;
  let subject: () => Promise<Subject>;
  beforeAll(async () => {
    engine = await startEngine({ appDir: testApp, contexts: "fresh" });
    subject = engineSubjects(engine);
    await setVariable(engine, "SEMANTICS_VARIABLE", variable);
  });
  afterAll(() => engine.kill());

  it.each(casesByTitle)("%s", async (_title, testCase) => {
    expect.hasAssertions();
    await assertCase(await subject(), testCase);
  });
});

describe("the suite", () => {
  it("has at least 150 cases, each with a title of its own", () => {
    const titles = new Set(suite.map(({ title }) => title));
    expect(titles.size).toBe(suite.length);
    expect(suite.length).toBeGreaterThanOrEqual(150);
  });

  it("declares differences only of cases that exist", () => {
    const titles = new Set(suite.map(({ title }) => title));
    expect(Object.keys(differences).filter((title) => !titles.has(title))).toStrictEqual([]);
  });
});
