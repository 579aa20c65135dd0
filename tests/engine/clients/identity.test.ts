// The identity of a live client, with `ConvexClient` and with `ConvexProviderWithAuth`, while tokens are set, expire
// and change.
import { ConvexProviderWithAuth, useConvexAuth, useQuery } from "convex/react";
import { createElement } from "react";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type RunningEngine, startEngine } from "../../support/engine";
import { setVariable } from "../semantics/engineSubject";
import { testApp } from "../testApp";
import { makeKey, TokenProvider } from "../tokenProvider";
import { convexClient, httpClient, reactClient, Seen, subscribe } from "./clients";
import * as functions from "./functions";
import { renderWithin } from "./rendered";

const key = await makeKey("rsa", "RS256");
let engine: RunningEngine;
let provider: TokenProvider;
beforeAll(async () => {
  provider = await TokenProvider.start();
  provider.keys = [key];
  engine = await startEngine({ appDir: testApp });
  await setVariable(engine, "TEST_AUTH_PROVIDERS", JSON.stringify([{ domain: provider.issuer, applicationID: "app" }]));
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterAll(async () => {
  vi.restoreAllMocks();
  provider.stop();
  await engine.kill();
});

let tokens = 0;

/** Each token is a different text, as with a real provider. */
function tokenOf(subject: string, claims: Record<string, unknown> = {}): Promise<string> {
  tokens += 1;
  return provider.sign({ sub: subject, jti: String(tokens), ...claims }, key);
}

const now = () => Math.floor(Date.now() / 1000);
const subjectOf = (person: { subject: string } | null) => person?.subject ?? null;

/** A client without a token. It records its identity and whether it is signed in. */
function signedOut(options = {}) {
  const client = convexClient(engine, options);
  const me = subscribe(client, functions.me, {});
  const isSignedIn = new Seen<boolean>();
  const subjects = () => me.items.map(subjectOf);
  return {
    client,
    me,
    subjects,
    isSignedIn,
    person: (subject: string | null) => me.until((one) => subjectOf(one) === subject),
  };
}

describe("a token", () => {
  it("is the identity of the client in subscriptions and in calls", async () => {
    const { client, me, isSignedIn, person, subjects } = signedOut();
    await me.until(() => true);
    client.setAuth(() => tokenOf("ann"), isSignedIn.add);
    await person("ann");
    expect(await isSignedIn.until(() => true)).toBe(true);
    expect(subjectOf(await client.mutation(functions.meInMutation, {}))).toBe("ann");
    expect(subjectOf(await client.query(functions.me, {}))).toBe("ann");
    expect(subjects()).toStrictEqual([null, "ann"]);
    expect(client.getAuth()?.decoded).toMatchObject({ sub: "ann" });
  });

  it("that is set before the client connects counts for the first value", async () => {
    const client = convexClient(engine, { expectAuth: true });
    const me = subscribe(client, functions.me, {});
    client.setAuth(() => tokenOf("first"));
    await me.until(() => true);
    expect(me.items.map(subjectOf)).toStrictEqual(["first"]);
  });

  it("is fetched again before it expires, and the client keeps its identity meanwhile", async () => {
    const { client, isSignedIn, person, subjects } = signedOut({ authRefreshTokenLeewaySeconds: 59.8 });
    const fetched = new Seen<boolean>();
    client.setAuth(({ forceRefreshToken }) => {
      fetched.add(forceRefreshToken);
      return tokenOf("refreshed", { exp: now() + 60 });
    }, isSignedIn.add);
    await person("refreshed");
    // The client gets the first token from a cache and the second one fresh. It gets each later one when the one before
    // expires.
    await fetched.until(() => fetched.items.length >= 4);
    expect(fetched.items.slice(0, 4)).toStrictEqual([false, true, true, true]);
    expect(isSignedIn.items).not.toContain(false);
    expect(subjects().filter((subject) => subject !== null)).toStrictEqual(["refreshed"]);
    expect(client.connectionState().connectionCount).toBe(1);
  });

  it("that is reused at first is fetched only once", async () => {
    const { client, person } = signedOut({ initialAuthTokenReuse: true });
    const fetch = vi.fn<() => Promise<string>>(() => tokenOf("reused"));
    client.setAuth(fetch);
    await person("reused");
    await client.mutation(functions.echoMutation, { value: 1 });
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it("that expires is replaced by a fresh one, and the subscriber keeps its identity meanwhile", async () => {
    const { client, me, person, subjects } = signedOut();
    await me.until(() => true);
    const fetched = new Seen<boolean>();
    const endsAtMs = (now() + 2) * 1000;
    client.setAuth(async ({ forceRefreshToken }) => {
      fetched.add(forceRefreshToken);
      // The client expects the token to last for two hours, so only the server can report that it has expired.
      const isFresh = fetched.items.length > 2;
      return await tokenOf("ends", isFresh ? {} : { iat: now() - 7200, exp: endsAtMs / 1000 });
    });
    await person("ends");
    await fetched.until(() => fetched.items.length === 2);
    await new Promise((resolve) => setTimeout(resolve, endsAtMs + 5 - Date.now()));
    expect(subjectOf(await client.mutation(functions.meInMutation, {}))).toBe("ends");
    expect(fetched.items).toStrictEqual([false, true, true]);
    // After the client has connected again, it may see the same subject twice.
    expect(new Set(subjects().slice(1))).toStrictEqual(new Set(["ends"]));
  });

  it("of another person changes what looked at the caller, and nothing else", async () => {
    const { client, person, subjects } = signedOut();
    const other = subscribe(client, functions.counter, { name: "public" });
    await other.until(() => true);
    client.setAuth(() => tokenOf("one"));
    await person("one");
    client.setAuth(() => tokenOf("two"));
    await person("two");
    expect(subjects().filter((subject) => subject !== null)).toStrictEqual(["one", "two"]);
    expect(other.items).toHaveLength(1);
  });

  it("that is cleared signs the client out", async () => {
    // Otherwise the client may be fetching a fresh token, which would sign it in again.
    const { client, person } = signedOut({ initialAuthTokenReuse: true });
    client.setAuth(() => tokenOf("leaves"));
    await person("leaves");
    client.client.clearAuth();
    await person(null);
    expect(await client.mutation(functions.meInMutation, {})).toBe(null);
  });

  it("for which there is no fresh one signs out, and the client learns it", async () => {
    const { client, isSignedIn, person } = signedOut();
    client.setAuth(
      ({ forceRefreshToken }) => (forceRefreshToken ? Promise.resolve(null) : tokenOf("short")),
      isSignedIn.add,
    );
    await isSignedIn.until((isIn) => !isIn);
    await person(null);
    expect(await client.mutation(functions.meInMutation, {})).toBe(null);
  });

  it.each<[string, () => Promise<string>]>([
    ["of an unknown issuer", () => provider.sign({ iss: "https://elsewhere" }, key)],
    ["for another application", () => tokenOf("ann", { aud: "another" })],
    ["that has ended", () => tokenOf("ann", { iat: now() - 600, exp: now() - 300 })],
    ["that is not one", async () => "not.a.token"],
  ])("%s signs nobody in: the client learns it, and continues as nobody", async (_what, token) => {
    const { client, isSignedIn, me } = signedOut();
    await me.until(() => true);
    client.setAuth(token, isSignedIn.add);
    expect(await isSignedIn.until(() => true)).toBe(false);
    expect(await client.mutation(functions.meInMutation, {})).toBe(null);
    expect(isSignedIn.items).toStrictEqual([false]);
  });

  it("that is refused once is fetched again, and the second is used", async () => {
    const { client, isSignedIn, person } = signedOut();
    client.setAuth(
      async ({ forceRefreshToken }) => await tokenOf("second", forceRefreshToken ? {} : { exp: now() - 300 }),
      isSignedIn.add,
    );
    await person("second");
    await isSignedIn.until((isIn) => isIn);
    expect(isSignedIn.items).not.toContain(false);
  });

  it("does not change the caller of mutations from before it", async () => {
    const { client, person } = signedOut();
    client.setAuth(() => tokenOf("before"));
    await person("before");
    const asked = [client.mutation(functions.meInMutation, {}), client.mutation(functions.meInMutation, {})];
    client.setAuth(() => tokenOf("after"));
    expect((await Promise.all(asked)).map(subjectOf)).toStrictEqual(["before", "before"]);
    await person("after");
  });

  it("signs in through HTTP for as long as it is set", async () => {
    const client = httpClient(engine);
    client.setAuth(await tokenOf("http"));
    expect(subjectOf(await client.query(functions.me, {}))).toBe("http");
    client.clearAuth();
    expect(await client.query(functions.me, {})).toBe(null);
  });
});

describe("ConvexProviderWithAuth", () => {
  interface Session {
    isLoading: boolean;
    isAuthenticated: boolean;
    fetchAccessToken: () => Promise<string | null>;
  }
  const session = (fetchAccessToken: () => Promise<string | null>, isAuthenticated = true): Session => ({
    isLoading: false,
    isAuthenticated,
    fetchAccessToken,
  });

  function renderSession(first: Session) {
    const client = reactClient(engine);
    let current = first;
    const hook = () => {
      const { isLoading, isAuthenticated } = useConvexAuth();
      const me = useQuery(functions.me, isAuthenticated ? {} : "skip");
      return [isLoading ? "loading" : isAuthenticated ? "in" : "out", me === undefined ? "?" : subjectOf(me)];
    };
    const shown = renderWithin(
      (children) => createElement(ConvexProviderWithAuth, { client, useAuth: () => current, children }),
      hook,
    );
    const become = (next: Session) => {
      current = next;
      shown.again(hook);
    };
    return { shown, become };
  }

  it("is loading, then signed in, and then the component asks as that person", async () => {
    const { shown } = renderSession(session(() => tokenOf("ann")));
    await shown.until(([state, who]) => state === "in" && who === "ann");
    expect(shown.changes).toStrictEqual([
      ["loading", "?"],
      ["in", "?"],
      ["in", "ann"],
    ]);
  });

  it("signs out, and in again as somebody else", async () => {
    const { shown, become } = renderSession(session(() => tokenOf("ann")));
    await shown.until(([, who]) => who === "ann");
    become(session(async () => null, false));
    await shown.until(([state]) => state === "out");
    become(session(() => tokenOf("bob")));
    await shown.until(([, who]) => who === "bob");
    const afterAnn = shown.changes.slice(3);
    expect(afterAnn.map(([, who]) => who)).not.toContain("ann");
  });

  it("is signed out when the deployment refuses the token", async () => {
    const { shown } = renderSession(session(() => tokenOf("ann", { aud: "another" })));
    await shown.until(([state]) => state !== "loading");
    expect(shown.last).toStrictEqual(["out", "?"]);
  });
});
