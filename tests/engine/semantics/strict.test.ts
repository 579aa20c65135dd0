// The suite of Convex semantics against the engine in the mode that is nearest to Convex: a new context for every run.
import { describe } from "vitest";
import { runSuiteOnEngine } from "./runSuite";

describe("engine", () => {
  runSuiteOnEngine("engine");
});
