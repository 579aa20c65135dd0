import { expect, it } from "vitest";
import { changesOf } from "./auditEntry";

const asItIs = (text: string) => text;

it("secrets are in no change: sealed ones, values of variables, and whatever is called a secret, token or password", () => {
  const before = { secrets: { deployKey: { ciphertext: "old" }, devKey: { ciphertext: "same" } }, envVars: [] };
  const after = {
    secrets: { deployKey: { ciphertext: "new" }, devKey: { ciphertext: "same" } },
    envVars: [{ name: "TOKEN", value: "hidden" }],
    signingSecret: "hidden",
    accessToken: "hidden",
    hash: "hidden",
    lastFour: "1234",
  };
  expect(changesOf({ before, after }, {}, asItIs)).toEqual({
    deployKey: { from: "[secret]", to: "[secret]" },
    envVars: { from: [], to: [{ name: "TOKEN", value: "[secret]" }] },
    signingSecret: { from: null, to: "[secret]" },
    accessToken: { from: null, to: "[secret]" },
  });
});

it("texts and lists are cut, and times are those of clients", () => {
  const changes = changesOf(
    {
      before: { prompt: "" },
      after: { prompt: "x".repeat(600), steps: Array.from({ length: 300 }, String), endedAtMs: 0 },
    },
    {},
    asItIs,
  );
  expect(changes["prompt"]?.to).toHaveLength(500);
  expect(changes["steps"]?.to).toHaveLength(500);
  expect(changes["endedAt"]).toEqual({ from: null, to: "1970-01-01T00:00:00.000Z" });
});

it("inner fields are shown as those of rows: secrets, credentials in addresses, ids and times", () => {
  const after = {
    target: { accessToken: "hidden", address: "https://user:hidden@host.example/x.git", runId: "k123", startedAtMs: 0 },
    timeoutMs: 60_000,
    Password: "hidden",
  };
  const withPrefix = (text: string) => (text === "k123" ? "r_k123" : text);
  expect(changesOf({ before: {}, after }, {}, withPrefix)).toEqual({
    target: {
      from: null,
      to: {
        accessToken: "[secret]",
        address: "https://***@host.example/x.git",
        runId: "r_k123",
        startedAt: "1970-01-01T00:00:00.000Z",
      },
    },
    timeoutMs: { from: null, to: 60_000 },
    Password: { from: null, to: "[secret]" },
  });
});

it("the order of inner fields is not a change", () => {
  const change = { before: { step: { a: 1, b: 2 } }, after: { step: { b: 2, a: 1 } } };
  expect(changesOf(change, {}, asItIs)).toEqual({});
});

it("a new row shows what identifies it, without being named", () => {
  const row = { name: "Build", counter: 0 };
  expect(changesOf({ before: null, after: row }, {}, asItIs)).toEqual({ name: { from: null, to: "Build" } });
});

it("a new row shows what the request names, and one that is gone its name", () => {
  const row = { name: "Build", status: "pending", counter: 0 };
  expect(changesOf({ before: null, after: row }, { name: "Build" }, asItIs)).toEqual({
    name: { from: null, to: "Build" },
  });
  expect(changesOf({ before: row, after: null }, {}, asItIs)).toEqual({ name: { from: "Build", to: null } });
});

it("fields have the names and units of the API, whatever inner fields are called", () => {
  const before = { limitMicroUsd: 1_500_000, schema: { constructor: 1, toString: 2 } };
  const after = { limitMicroUsd: 2_000_000, schema: { constructor: 1, toString: 3 } };
  expect(changesOf({ before, after }, {}, asItIs)).toEqual({
    limitUsd: { from: 1.5, to: 2 },
    schema: { from: { constructor: 1, toString: 2 }, to: { constructor: 1, toString: 3 } },
  });
});
