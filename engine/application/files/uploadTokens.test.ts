import { expect, it } from "vitest";
import { UploadTokens } from "./uploadTokens";

const hourMs = 3_600_000;
let nowMs = 1_000_000;
const tokens = (maxUses = Infinity, secret = "secret") => new UploadTokens(() => nowMs, secret, maxUses);

it("a token is good for its component for an hour, also after a restart", () => {
  const token = tokens().create("mine/ä");
  expect(tokens().use(token)).toBe("mine/ä");
  nowMs += hourMs;
  expect(tokens().use(token)).toBe("mine/ä");
  nowMs += 1;
  expect(() => tokens().use(token)).toThrow("invalid or has expired");
});

it.each([
  ["of another deployment", tokens(Infinity, "other").create("")],
  ["for another component", tokens().create("").replace("..", ".eA.")],
  ["that is valid for longer", tokens().create("").replace(/^\d/, "9")],
  [
    "with another nonce",
    tokens()
      .create("")
      .replace(/\.\.(.)/, (_all, first) => `..${first === "A" ? "B" : "A"}`),
  ],
  ["that is empty", ""],
])("a token %s is refused", (_which, token) => {
  expect(() => tokens().use(token)).toThrow("invalid or has expired");
});

it("a token is used as often as it may be, each for itself", () => {
  const bounded = tokens(2);
  const [one, other] = [bounded.create(""), bounded.create("")];
  for (const token of [one, other, one, other]) expect(bounded.use(token)).toBe("");
  for (const token of [one, other]) expect(() => bounded.use(token)).toThrow("was used 2 times");
  nowMs += hourMs + 1;
  const later = bounded.create("");
  expect(bounded.use(later)).toBe("");
  expect(() => bounded.use(one)).toThrow("invalid or has expired");
});
