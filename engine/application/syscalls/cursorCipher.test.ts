import { expect, it } from "vitest";
import { CursorCipher } from "./cursorCipher";

const cipher = new CursorCipher("secret");
const cursor = JSON.stringify({ place: "AGFubmE", query: "abc" });

it("a cursor is read by the deployment that made it, also after a restart, and is always the same", () => {
  expect(cipher.open(cipher.seal(cursor))).toBe(cursor);
  expect(new CursorCipher("secret").open(cipher.seal(cursor))).toBe(cursor);
  expect(cipher.seal(cursor)).toBe(cipher.seal(cursor));
  expect(cipher.seal(`${cursor} `)).not.toBe(cipher.seal(cursor));
});

it("a cursor shows nothing of what is in it", () => {
  expect(Buffer.from(cipher.seal(cursor), "base64url").toString("latin1")).not.toMatch(/place|AGFubmE|abc/);
});

it.each([
  ["of another deployment", new CursorCipher("other").seal(cursor)],
  ["that is not encrypted", Buffer.from(cursor).toString("base64url")],
  ["that is cut", cipher.seal(cursor).slice(0, -4)],
  ["with another end", `${cipher.seal(cursor).slice(0, -4)}AAAA`],
  ["that is short", "AAAA"],
  ["that is empty", ""],
])("a cursor %s is not read", (_, sealed) => {
  expect(cipher.open(sealed)).toBeNull();
});
