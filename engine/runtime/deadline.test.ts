import { expect, it } from "vitest";
import { Deadline } from "./deadline";

function run(name: string, ended: string[]) {
  return { abort: () => void ended.push(name) };
}

it("ends all runs that are still under it", () => {
  const ended: string[] = [];
  const deadline = new Deadline();
  deadline.enter(run("a", ended));
  const place = deadline.enter(run("b", ended));
  deadline.enter(run("c", ended));
  deadline.leave(place);
  expect(deadline.enter(run("d", ended))).toBe(place);
  expect([deadline.isOver, deadline.signal.aborted]).toEqual([false, false]);
  deadline.end(new Error("The time is over."));
  expect(ended.toSorted()).toEqual(["a", "c", "d"]);
  expect([deadline.isOver, deadline.signal.reason]).toEqual([true, new Error("The time is over.")]);
});

it("allows a run to leave while the deadline ends it", () => {
  const ended: string[] = [];
  const deadline = new Deadline();
  const leaving = (name: string) => {
    const place: number = deadline.enter({
      abort: () => {
        ended.push(name);
        deadline.leave(place);
      },
    });
  };
  for (const name of ["a", "b", "c"]) leaving(name);
  deadline.end(new Error("over"));
  expect(ended).toEqual(["a", "b", "c"]);
});
