import { expect, it } from "vitest";
import { FairQueue } from "./fairQueue";

it("lanes take turns, and each keeps its own order", () => {
  const lanes = new FairQueue<string>();
  for (const item of ["a1", "a2", "a3"]) lanes.push("a", item);
  lanes.push("b", "b1");
  const out = [lanes.next(), lanes.next()];
  lanes.push("c", "c1");
  lanes.push("b", "b2");
  while (!lanes.isEmpty) out.push(lanes.next());
  expect(out).toEqual(["a1", "b1", "a2", "c1", "b2", "a3"]);
  expect(lanes.next()).toBeNull();
});
