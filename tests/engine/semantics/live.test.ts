// The suite of Convex semantics on the engine, with all calls over one live socket, as a dashboard makes them.
import { describe } from "vitest";
import { runSuiteOnEngine } from "./runSuite";

describe("live engine", () => {
  runSuiteOnEngine("live engine");
});
