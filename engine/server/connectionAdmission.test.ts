import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { isCrowded } from "../loop/connectionPriority";
import { ConnectionAdmission } from "./connectionAdmission";

it("every connection may enter until more arrive than can be accepted; then each address has a share of every second", async () => {
  const admission = new ConnectionAdmission(100);
  while (isCrowded()) await nextTurn();
  const entered = Array.from({ length: 500 }, () => admission.mayEnter("many"));
  expect(entered).not.toContain(false);
  while (!isCrowded()) {
    admission.mayEnter("many");
    await nextTurn();
  }
  expect(Array.from({ length: 60 }, () => admission.mayEnter("many"))).toContain(false);
  expect(Array.from({ length: 25 }, () => admission.mayEnter("other"))).not.toContain(false);
  const startedAt = performance.now();
  while (!admission.mayEnter("many")) await nextTurn();
  expect(performance.now() - startedAt).toBeLessThan(1500);
});
