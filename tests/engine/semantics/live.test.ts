// The suite of Convex semantics against the engine as a dashboard calls it: all over one live socket.
import { describe } from "vitest";
import { runSuiteOnEngine } from "./runSuite";

describe("live engine", () => {
  runSuiteOnEngine("live engine");
});
