import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ProtocolError, readClientMessage } from "./clientMessages";

const sessionId = "11111111-2222-4333-8444-555555555555";
const good = {
  Connect: { type: "Connect", sessionId, connectionCount: 0, lastCloseReason: null, clientTs: 1 },
  ModifyQuerySet: {
    type: "ModifyQuerySet",
    baseVersion: 0,
    newVersion: 1,
    modifications: [
      { type: "Add", queryId: 0, udfPath: "a:b", args: [{}] },
      { type: "Remove", queryId: 1 },
    ],
  },
  Mutation: { type: "Mutation", requestId: 0, udfPath: "a:b", args: [{ x: 1 }] },
  Action: { type: "Action", requestId: 0, udfPath: "a:b", args: [{}] },
  Authenticate: { type: "Authenticate", tokenType: "User", value: "a.b.c", baseVersion: 0 },
  Event: { type: "Event", eventType: "x", event: [1] },
};

const read = (message: unknown) => readClientMessage(Buffer.from(JSON.stringify(message)));

it.each(Object.entries(good))("%s is read", (type, message) => {
  expect(read(message)).toMatchObject({ type });
});

it("a timestamp is eight bytes, the lowest first", () => {
  expect(read({ ...good.Connect, maxObservedTimestamp: "AQIAAAAAAAA=" })).toMatchObject({ maxObservedTs: 513n });
});

describe("credentials become what an Authorization header contains", () => {
  it.each([
    [{ tokenType: "None" }, null],
    [{ tokenType: "User", value: "a.b.c" }, "Bearer a.b.c"],
    [{ tokenType: "Admin", value: "name|key" }, "Convex name|key"],
    [
      { tokenType: "Admin", value: "name|key", impersonating: { issuer: "i", subject: "s" } },
      `Convex name|key:${Buffer.from('{"issuer":"i","subject":"s"}').toString("base64")}`,
    ],
  ])("%j", (credentials, authorization) => {
    expect(read({ type: "Authenticate", baseVersion: 0, ...credentials })).toMatchObject({ authorization });
  });
});

describe("not a message of the protocol:", () => {
  it.each([
    ["no JSON", "{"],
    ["no object", "[]"],
    ["null", "null"],
    ["no type", "{}"],
    ["an unknown type", '{"type":"Hello"}'],
    ["a type that objects inherit", '{"type":"constructor"}'],
  ])("%s", (_what, text) => {
    expect(() => readClientMessage(Buffer.from(text))).toThrow(ProtocolError);
  });

  it.each([
    ["a session that is not a uuid", { ...good.Connect, sessionId: "x" }],
    ["a timestamp of seven bytes", { ...good.Connect, maxObservedTimestamp: "AAAAAAAAAA==" }],
    ["a negative version", { ...good.ModifyQuerySet, baseVersion: -1 }],
    ["a version with a fraction", { ...good.ModifyQuerySet, newVersion: 0.5 }],
    ["modifications that are not a list", { ...good.ModifyQuerySet, modifications: {} }],
    ["an unknown modification", { ...good.ModifyQuerySet, modifications: [{ type: "Change", queryId: 1 }] }],
    [
      "a journal that is not a text",
      { ...good.ModifyQuerySet, modifications: [{ ...good.Mutation, type: "Add", queryId: 1, journal: 1 }] },
    ],
    ["a request without a number", { ...good.Mutation, requestId: undefined }],
    ["a path that is not a text", { ...good.Mutation, udfPath: 1 }],
    ["two arguments", { ...good.Mutation, args: [{}, {}] }],
    ["arguments that are not a list", { ...good.Action, args: {} }],
    ["an argument that is not an object", { ...good.Action, args: [1] }],
    ["a component that is not a text", { ...good.Action, componentPath: 1 }],
    ["an unknown kind of token", { ...good.Authenticate, tokenType: "Root" }],
    ["a token that is not a text", { ...good.Authenticate, value: null }],
    ["an identity to act as that is not an object", { ...good.Authenticate, tokenType: "Admin", impersonating: "x" }],
  ])("%s", (_what, message) => {
    expect(() => read(message)).toThrow(ProtocolError);
  });

  it("any other input is refused", () => {
    const message = fc
      .tuple(fc.constantFrom(...Object.values(good)), fc.dictionary(fc.string(), fc.jsonValue()))
      .map(([base, fields]) => JSON.stringify(Object.assign({}, fields, base)));
    const changed = fc
      .tuple(message, fc.nat(300), fc.string({ maxLength: 3 }))
      .map(([text, at, inserted]) => text.slice(0, at) + inserted + text.slice(at + 1));
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), message, changed), (text) => {
        let thrown: unknown = null;
        try {
          readClientMessage(Buffer.from(text));
        } catch (error) {
          thrown = error;
        }
        expect(thrown === null || thrown instanceof ProtocolError).toBe(true);
      }),
    );
  });
});
