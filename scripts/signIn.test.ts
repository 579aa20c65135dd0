import { afterEach, describe, expect, it, vi } from "vitest";
import { signInChanges } from "./signIn";

const own = "http://127.0.0.1:3210";
const application = "switchyard-development";
const theirs = "https://idp.example.com";

function variables(values: Record<string, string>) {
  return Object.entries(values).map(([name, value]) => ({ name, value }));
}

function changes(issuer: string | null, current: Record<string, string>) {
  return Object.fromEntries(signInChanges(issuer, variables(current)).map(({ name, value }) => [name, value]));
}

afterEach(() => void vi.unstubAllEnvs());

describe("on a deployment that gives tokens", () => {
  it("its own sign people in when nobody has said whose do", () => {
    expect(changes(own, {})).toEqual({ IDP_ISSUER: own, IDP_APPLICATION_ID: application });
  });

  it("nothing changes at the next start, and the issuer alone when the port does", () => {
    const current = { IDP_ISSUER: own, IDP_APPLICATION_ID: application };
    expect(changes(own, current)).toEqual({});
    expect(changes("http://[::1]:4000", current)).toEqual({ IDP_ISSUER: "http://[::1]:4000" });
  });

  it.each([
    { IDP_ISSUER: theirs, IDP_APPLICATION_ID: "app" },
    { IDP_ISSUER: theirs },
    { IDP_APPLICATION_ID: "app" },
    { IDP_ISSUER: theirs, IDP_APPLICATION_ID: application },
    { IDP_ISSUER: own, IDP_APPLICATION_ID: "app" },
  ])("what is set on the deployment stays: %j", (current) => {
    expect(changes(own, current)).toEqual({});
  });

  it("what the environment says is left to it, and what stood by default goes", () => {
    vi.stubEnv("IDP_ISSUER", theirs);
    expect(changes(own, {})).toEqual({});
    expect(changes(own, { IDP_ISSUER: own, IDP_APPLICATION_ID: application })).toEqual({ IDP_APPLICATION_ID: null });
    vi.stubEnv("IDP_APPLICATION_ID", "app");
    expect(changes(own, { IDP_ISSUER: own, IDP_APPLICATION_ID: application })).toEqual({});
  });
});

describe("on a deployment that others reach", () => {
  it("nobody's tokens sign people in, and what stood by default goes", () => {
    expect(changes(null, {})).toEqual({});
    const current = { IDP_ISSUER: own, IDP_APPLICATION_ID: application };
    expect(changes(null, current)).toEqual({ IDP_ISSUER: null, IDP_APPLICATION_ID: null });
  });

  it("what the operator has set stays", () => {
    expect(changes(null, { IDP_ISSUER: theirs, IDP_APPLICATION_ID: "app" })).toEqual({});
  });
});
