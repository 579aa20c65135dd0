import vm from "node:vm";
import { expect, it } from "vitest";
import { ReadGarbage } from "./readGarbage";

const megabyte = 1024 * 1024;

it("buffers that nobody uses any more are collected soon", () => {
  const before = process.memoryUsage().arrayBuffers;
  const garbage = new ReadGarbage();
  let most = 0;
  for (let read = 0; read < 300; read++) {
    for (let chunk = 0; chunk < 16; chunk++) Buffer.alloc(megabyte / 16);
    garbage.add(megabyte);
    most = Math.max(most, process.memoryUsage().arrayBuffers - before);
  }
  expect(most).toBeLessThan(40 * megabyte);
});

it("contexts do not get the function that collects", () => {
  expect(vm.runInNewContext("typeof gc")).toBe("undefined");
});
