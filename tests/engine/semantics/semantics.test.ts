// One suite of Convex semantics, run on convex-test in this process and on the engine over HTTP as it normally serves.
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { differences } from "../differences";
import { convexTestSubject } from "./convexTestSubject";
import { runSuite, runSuiteOnEngine, variable } from "./runSuite";
import { suite } from "./suite";

describe("convex-test", () => {
  beforeAll(() => {
    vi.stubEnv(variable.name, variable.value);
  });
  afterAll(() => {
    vi.unstubAllEnvs();
  });

  runSuite(convexTestSubject);
});

describe("pooled engine", () => {
  runSuiteOnEngine("pooled engine");
});

describe("the suite", () => {
  const titles = new Set(suite.map(({ title }) => title));

  it("has at least 700 cases, each with a title of its own", () => {
    expect(titles.size).toBe(suite.length);
    expect(suite.length).toBeGreaterThanOrEqual(700);
  });

  it("declares differences only of cases that exist, and each once", () => {
    expect(differences.filter(({ title }) => !titles.has(title))).toStrictEqual([]);
    expect(new Set(differences.map(({ title, subject }) => `${subject} ${title}`)).size).toBe(differences.length);
  });
});
