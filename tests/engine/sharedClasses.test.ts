// A function that changes the classes which it shares with the host changes nothing for others.
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningEngine, startEngine } from "../support/engine";
import { mistakesApp } from "./testApp";

describe.each(["pool", "shared", "fresh"] as const)("with contexts that are %s,", (contexts) => {
  let engine: RunningEngine;
  let client: ConvexHttpClient;
  beforeAll(async () => {
    engine = await startEngine({ appDir: mistakesApp, contexts });
    client = new ConvexHttpClient(engine.socketUrl, { logger: false });
  });
  afterAll(() => engine.kill());

  const query = (name: string): Promise<unknown> => client.query(makeFunctionReference<"query">(name), {});
  const action = (name: string): Promise<unknown> => client.action(makeFunctionReference<"action">(name), {});

  it("the token of a later caller reaches only the action that it was sent to", async () => {
    expect(await query("shared:replacesHeaders")).toBe("tried");
    const headers = { Authorization: "Bearer secret" };
    const answer = await fetch(`${engine.httpUrl}/authorization`, { headers });
    expect(await answer.text()).toBe("Bearer secret");
  });

  it("functions of the language that the host uses are the host's", async () => {
    const uses = action("shared:replacesOfTheLanguage");
    for (let call = 0; call < 20; call++) expect(await query("mistakes:fine")).toBe("fine");
    expect(await uses).toBe(0);
  });

  it("Node tells nothing to a getter on the prototype of the host's objects", async () => {
    expect(await action("shared:seesProcess")).toBe("nothing");
  });

  it("toJSON on the prototype of the host's objects changes no answer", async () => {
    expect(await query("shared:definesJson")).toBe("tried");
    expect(await query("mistakes:fine")).toBe("fine");
    const version = await fetch(`${engine.socketUrl}/version`);
    expect(version.status).toBe(200);
  });

  it("code may change its own objects and classes", async () => {
    expect(await action("shared:changesItsOwn")).toEqual(["a place", "own text", 1, "own value"]);
  });
});
