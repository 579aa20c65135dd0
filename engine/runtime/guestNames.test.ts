import { runInThisContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { guestName, MAX_NAMES, nameGuest, nameMemory, READ_NAME } from "./guestNames";

const read = runInThisContext(READ_NAME) as (bytes: Buffer) => string;
const current = (): string => read(Buffer.from(nameMemory));
const textOf = (group: string, own: string): string => `${group} ${own}`;

describe("the name that other threads read", () => {
  it("is that of the function that was named last", () => {
    const [list, update] = [guestName("GET", "/list", textOf), guestName("POST", "/update", textOf)];
    nameGuest(list);
    expect(current()).toBe("GET /list");
    nameGuest(update);
    expect(current()).toBe("POST /update");
    nameGuest(list);
    expect(current()).toBe("GET /list");
  });

  it("is the same object for the same function", () => {
    expect(guestName("GET", "/same", textOf)).toBe(guestName("GET", "/same", textOf));
  });

  it("stays right for a function that runs while more names come than are kept", () => {
    const early = guestName("GET", "/early", textOf);
    for (let number = 0; number < 3 * MAX_NAMES; number++) nameGuest(guestName("GET", `/${number}`, textOf));
    nameGuest(early);
    expect(current()).toBe("GET /early");
    expect(guestName("GET", `/${3 * MAX_NAMES - 1}`, textOf).slot).not.toBe(early.slot);
  });

  it("is cut at the end of a character when it is long", () => {
    nameGuest(guestName("GET", `/${"é".repeat(200)}`, textOf));
    expect(current()).toBe(`GET /${"é".repeat(97)}`);
  });
});
