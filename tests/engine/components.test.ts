// One test for each rule of components: what an instance sees, who may call it, and what belongs to its caller's
// transaction.
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningEngine, startEngine } from "../support/engine";
import { componentsApp } from "./testApp";

let engine: RunningEngine;
let client: ConvexHttpClient;
beforeAll(async () => {
  engine = await startEngine({ appDir: componentsApp, contexts: "fresh" });
  client = new ConvexHttpClient(engine.socketUrl, { logger: false });
});
afterAll(() => engine.kill());

const query = (path: string, args = {}): Promise<unknown> => client.query(makeFunctionReference<"query">(path), args);
const mutation = (path: string, args = {}): Promise<unknown> =>
  client.mutation(makeFunctionReference<"mutation">(path), args);
const action = (path: string, args = {}): Promise<unknown> =>
  client.action(makeFunctionReference<"action">(path), args);

type Instance = "red" | "blue";
const read = (component: Instance, fn: string, args = {}) => query("relay:read", { component, fn, args });
const write = (component: Instance, fn: string, args = {}) => mutation("relay:write", { component, fn, args });

/** Calls a function of a component as an admin. With `actingAs` it is called as that user. */
async function admin(path: string, args: object, componentPath = "", actingAs?: object): Promise<unknown> {
  const user = actingAs === undefined ? "" : `:${btoa(JSON.stringify(actingAs))}`;
  const response = await fetch(`${engine.socketUrl}/api/function`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Convex ${engine.adminKey}${user}` },
    body: JSON.stringify({ path, args, componentPath }),
  });
  return await response.json();
}

describe("an instance", () => {
  it("has tables of its own, though another has the same definition", async () => {
    await write("red", "add", { text: "of red" });
    await write("blue", "add", { text: "of blue" });
    await mutation("relay:writeAround", { text: "of app" });
    expect(await read("red", "list")).toContain("of red");
    expect(await read("red", "list")).not.toContain("of blue");
    expect(await read("blue", "list")).toContain("of blue");
    expect(await query("relay:list")).not.toContain("of red");
  });

  it("finds by the indexes of its own schema", async () => {
    await write("red", "add", { text: "indexed" });
    expect(await read("red", "byText", { text: "indexed" })).toBe(1);
    expect(await read("blue", "byText", { text: "indexed" })).toBe(0);
  });

  it("has its documents checked by its own schema", async () => {
    const refused = admin("lib:add", { text: 5 }, "red");
    expect(await refused).toMatchObject({ status: "error", errorMessage: expect.stringContaining("v.string()") });
  });

  it("finds nothing by an id of another instance, although their tables have the same numbers", async () => {
    const id = await write("red", "add", { text: "only in red" });
    expect(await read("red", "get", { id })).toMatchObject({ text: "only in red" });
    expect(await read("blue", "get", { id })).toBeNull();
    expect(await query("relay:get", { id })).toBeNull();
  });

  it("has components of its own, one for each of its own instances", async () => {
    await write("red", "addAndStamp", { text: "once" });
    expect(await read("red", "stamped")).toContain("once in red");
    expect(await read("blue", "stamped")).not.toContain("once in red");
  });

  it("knows its own path", async () => {
    expect(await read("red", "where")).toMatchObject({ name: "lib:where", componentPath: "red" });
    expect(await read("blue", "whereStamps")).toMatchObject({ name: "lib:where", componentPath: "blue/stamps" });
  });

  it("runs the crons of its definition", async () => {
    await expect.poll(() => read("red", "ticks")).toBe(1);
    await expect.poll(() => read("blue", "ticks")).toBe(1);
  });
});

describe("a call into a component", () => {
  it("belongs to the caller's transaction, and is undone when the caller fails", async () => {
    await expect(mutation("relay:writeAndFail", { text: "undone" })).rejects.toThrow("failed, having seen true");
    expect(await query("relay:list")).not.toContain("undone");
    expect(await read("red", "list")).not.toContain("undone");
    expect(await read("red", "stamped")).not.toContain("undone in red");
  });

  it("that fails undoes all of its own writes, jobs and calls, and nothing else", async () => {
    expect(await mutation("relay:writeAround", { text: "around" })).toContain("failed on purpose");
    expect(await query("relay:list")).toContain("around before");
    expect(await read("blue", "list")).toContain("around after");
    // A job that was scheduled later has run, so the cancelled job would have run too.
    await mutation("relay:scheduleIn", { component: "red", fn: "add", args: { text: "around sentinel" } });
    await expect.poll(() => read("red", "list")).toContain("around sentinel");
    expect(await read("red", "list")).not.toContain("around");
    expect(await read("red", "list")).not.toContain("around later");
    expect(await read("red", "stamped")).not.toContain("around in red");
  });

  it("counts towards the limits of the whole tree of calls", async () => {
    expect(await mutation("relay:usage", { text: "counted" })).toBe(3);
  });

  it("counts towards the depth of calls, of which there are at most 8", async () => {
    const handle = await query("relay:handleOfOwn", { name: "relay:deep" });
    expect(await admin("relay:deep", { left: 4, handle })).toMatchObject({ status: "success", value: 4 });
    expect(await admin("relay:deep", { left: 5, handle })).toMatchObject({
      status: "error",
      errorMessage: expect.stringContaining("Cross component call depth limit exceeded"),
    });
  });

  it("of an action works for every kind of function", async () => {
    expect(await action("relay:readInAction", { component: "red", fn: "where", args: {} })).toMatchObject({
      componentPath: "red",
    });
    expect(await action("relay:act", { component: "red", fn: "store", args: { text: "bytes" } })).toMatchObject({
      text: "bytes",
    });
  });

  it("reaches public functions only", async () => {
    await expect(read("red", "hidden")).rejects.toThrow(/Child component .*red.* does not export \["lib","hidden"\]/);
    await expect(read("red", "missing")).rejects.toThrow(/Child component .*red.* does not export \["lib","missing"\]/);
    await expect(query("relay:read", { component: "green", fn: "list", args: {} })).rejects.toThrow(
      'Child component "green" not found',
    );
  });

  it("of a function of another type is refused", async () => {
    await expect(read("red", "add", { text: "x" })).rejects.toThrow(
      "Trying to execute lib.js:add as Query, but it is defined as Mutation.",
    );
  });

  it("does not have the caller's identity, nor does a call back into the app", async () => {
    const ann = { issuer: "https://issuer.test", subject: "ann" };
    const whoIn = (fn: string) => admin("relay:read", { component: "red", fn, args: {} }, "", ann);
    expect(await whoIn("identity")).toMatchObject({ value: null });
    expect(await admin("relay:act", { component: "red", fn: "identityOfAction", args: {} }, "", ann)).toMatchObject({
      value: null,
    });
    expect(await admin("lib:identity", {}, "red", ann)).toMatchObject({ value: null });
    expect(await admin("relay:identityBack", {}, "", ann)).toMatchObject({ value: { here: "ann", back: null } });
  });

  it("is for admins alone when it comes from outside", async () => {
    expect(await admin("lib:hidden", {}, "red")).toMatchObject({ value: "hidden of notes" });
    expect(await admin("lib:list", {}, "red/stamps")).toMatchObject({ status: "success" });
    expect(await admin("lib:list", {}, "green")).toMatchObject({
      errorMessage: expect.stringContaining("Could not find component 'green'"),
    });
    await expect(query("red/lib:list")).rejects.toThrow("Could not find public function");
  });
});

describe("in a component", () => {
  it("paginate() is refused", async () => {
    await expect(read("red", "page", { paginationOpts: { numItems: 1, cursor: null } })).rejects.toThrow(
      "paginate() is only supported in the app",
    );
  });

  it("only variables that it was given are seen, and those of the deployment itself", async () => {
    await setVariables({ SHARED: "shared", SECRET: "secret" });
    expect(await read("red", "variables")).toStrictEqual({
      COLOR: "red",
      SHARED: null,
      SECRET: null,
      CONVEX_CLOUD_URL: engine.socketUrl,
      CONVEX_SITE_URL: `${engine.httpUrl}/red`,
    });
    expect(await read("blue", "variables")).toMatchObject({ COLOR: "blue", SHARED: "shared", SECRET: null });
    await setVariables({ SHARED: "changed" });
    expect(await read("blue", "variables")).toMatchObject({ SHARED: "changed" });
  });

  async function setVariables(variables: Record<string, string>): Promise<void> {
    const changes = Object.entries(variables).map(([name, value]) => ({ name, value }));
    const response = await fetch(`${engine.socketUrl}/api/update_environment_variables`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Convex ${engine.adminKey}` },
      body: JSON.stringify({ changes }),
    });
    expect(response.status).toBe(200);
  }
});

describe("a function handle", () => {
  it("of the app's internal function is called by a component, in the app", async () => {
    const handle = await query("relay:handleOfOwn", { name: "relay:ownAdd" });
    await write("red", "runHandle", { handle, args: { text: "by handle" } });
    expect(await query("relay:list")).toContain("by handle");
    expect(await read("red", "list")).not.toContain("by handle");
  });

  it("of a component's internal function is called by the app and by another component", async () => {
    const handle = await read("red", "handleOfHidden");
    expect(await query("relay:readHandle", { handle, args: {} })).toBe("hidden of notes");
    expect(await read("blue", "queryHandle", { handle, args: {} })).toBe("hidden of notes");
  });

  it("belongs to one instance and not to the other", async () => {
    const handles = await Promise.all(
      ["red", "blue"].map((component) => query("relay:handleOf", { component, fn: "list" })),
    );
    expect(handles[0]).not.toBe(handles[1]);
    expect(await query("relay:handleOf", { component: "red", fn: "list" })).toBe(handles[0]);
  });

  it("that was never created is not found", async () => {
    const known = String(await read("red", "handleOfHidden"));
    for (const handle of [
      "function://made-up",
      `${known.slice(0, -1)}${known.endsWith("x") ? "y" : "x"}`,
      known.replace("function://", "function://a"),
    ]) {
      await expect(query("relay:readHandle", { handle, args: {} })).rejects.toThrow("Function handle not found");
    }
  });

  it("cannot be created for a missing function, nor for one that is private to a component", async () => {
    await expect(query("relay:handleOfOwn", { name: "relay:missing" })).rejects.toThrow("Could not find function");
    await expect(query("relay:handleOf", { component: "red", fn: "hidden" })).rejects.toThrow("does not export");
  });
});

describe("a scheduled function", () => {
  it("is the scheduling component's own", async () => {
    const id = await write("red", "later", { text: "scheduled", delayMs: 60_000 });
    expect(await read("red", "job", { id })).toStrictEqual({ name: "lib.js:add", state: "pending" });
    expect(await read("blue", "job", { id })).toBeNull();
    await write("red", "cancel", { id });
    expect(await read("red", "job", { id })).toMatchObject({ state: "canceled" });
  });

  it("of a component runs in the component, and the job belongs to its scheduler", async () => {
    const id = await mutation("relay:scheduleIn", { component: "blue", fn: "add", args: { text: "from the app" } });
    await expect.poll(() => query("relay:job", { id })).toMatchObject({ state: "success" });
    expect(await read("blue", "list")).toContain("from the app");
  });

  it("of the app is scheduled by a component through a handle", async () => {
    const handle = await query("relay:handleOfOwn", { name: "relay:ownAdd" });
    const id = await write("red", "later", { text: "from red", delayMs: 0, handle });
    await expect.poll(() => read("red", "job", { id })).toMatchObject({ state: "success" });
    expect(await query("relay:list")).toContain("from red");
  });
});

describe("a file", () => {
  it("that is uploaded to a component's URL is the component's", async () => {
    const url = String(await write("red", "uploadUrl"));
    const response = await fetch(url, { method: "POST", body: "content", headers: { "Content-Type": "text/plain" } });
    const { storageId: id } = (await response.json()) as { storageId: string };
    const fileUrl = String(await read("red", "fileUrl", { id }));
    expect(await (await fetch(fileUrl)).text()).toBe("content");
    expect(await read("blue", "fileUrl", { id })).toBeNull();
    expect(await query("relay:fileUrl", { id })).toBeNull();
  });

  it("400 when the token of an upload names another component", async () => {
    const url = new URL(String(await write("red", "uploadUrl")));
    const [expiresAt, , proof] = String(url.searchParams.get("token")).split(".");
    url.searchParams.set("token", [expiresAt, Buffer.from("blue").toString("base64url"), proof].join("."));
    expect((await fetch(url, { method: "POST", body: "content" })).status).toBe(400);
  });
});

describe("an HTTP request", () => {
  const get = async (path: string) => {
    const response = await fetch(engine.httpUrl + path);
    return response.status === 200 ? await response.text() : response.status;
  };

  it("below the prefix of a component goes to its routes, each of which sees the path below", async () => {
    const added = await fetch(`${engine.httpUrl}/red/add`, { method: "POST", body: "over HTTP" });
    expect(added.status).toBe(200);
    expect(await read("red", "list")).toContain("over HTTP");
    expect(await get("/red/things/some")).toBe("thing of notes at /red/things/some");
  });

  it("goes to components of components below both prefixes, who know where they are", async () => {
    expect(await get("/red/stamps/ink")).toBe(`red ${engine.httpUrl}/red/stamps`);
  });

  it("goes to the app's own route where that is exact, or its prefix is longer", async () => {
    expect(await get("/red/things/exact")).toBe("the app's exact route");
    expect(await get("/red/things/longer/x")).toBe("the app's longer prefix");
    expect(await get("/redder")).toBe("the app's shorter prefix");
    expect(await get("/red")).toBe("the app's shorter prefix");
  });

  it("404 where the component has no route, whatever the app has", async () => {
    expect(await get("/red/nothing")).toBe(404);
  });
});
