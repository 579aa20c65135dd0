// The suite of Convex semantics on the engine in the mode in which mutations conflict as on Convex.
import { describe } from "vitest";
import { runSuiteOnEngine } from "../engine/semantics/runSuite";

describe("the engine with optimistic concurrency", () => {
  runSuiteOnEngine("engine", "optimistic");
});
