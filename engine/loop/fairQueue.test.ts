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

it("a lane whose item took long waits for about as long while others have items", () => {
  const lanes = new FairQueue<string>();
  for (const item of ["a1", "a2"]) lanes.push("a", item);
  for (let item = 1; item <= 6; item++) lanes.push("b", `b${item}`);
  const out = [lanes.next()];
  lanes.took(4);
  while (!lanes.isEmpty) out.push(lanes.next());
  expect(out).toEqual(["a1", "b1", "b2", "b3", "b4", "b5", "a2", "b6"]);
});

it("a lane that is emptied and filled again during its item owes the time of the item", () => {
  const lanes = new FairQueue<string>();
  lanes.push("a", "a1");
  const out = [lanes.next()];
  for (const [lane, item] of [
    ["a", "a2"],
    ["b", "b1"],
    ["b", "b2"],
  ] as const)
    lanes.push(lane, item);
  lanes.took(2);
  while (!lanes.isEmpty) out.push(lanes.next());
  expect(out).toEqual(["a1", "b1", "b2", "a2"]);
});

it("a lane that is alone does not wait, and owes nothing for that time", () => {
  const lanes = new FairQueue<string>();
  for (const item of ["a1", "a2", "a3"]) lanes.push("a", item);
  const out = [lanes.next()];
  lanes.took(100);
  out.push(lanes.next());
  for (const item of ["b1", "b2"]) lanes.push("b", item);
  while (!lanes.isEmpty) out.push(lanes.next());
  expect(out).toEqual(["a1", "a2", "a3", "b1", "b2"]);
});

it("in a lane, work that has begun goes before new work, which still has every fourth turn", () => {
  const lanes = new FairQueue<string>();
  for (const item of ["new1", "new2", "new3"]) lanes.push("a", item);
  const out = [lanes.next()];
  for (const item of ["begun1", "begun2", "begun3", "begun4", "begun5"]) lanes.push("a", item, true);
  while (!lanes.isEmpty) out.push(lanes.next());
  expect(out).toEqual(["new1", "begun1", "begun2", "begun3", "new2", "begun4", "begun5", "new3"]);
});
