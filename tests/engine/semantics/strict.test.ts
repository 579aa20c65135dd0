// The suite of Convex semantics on the engine in the mode that is closest to Convex: each call has a new context.
import { describe } from "vitest";
import { runSuiteOnEngine } from "./runSuite";

describe("engine", () => {
  runSuiteOnEngine("engine");
});
