import { afterEach, describe, expect, it, vi } from "vitest";
import { signInVariables } from "./signIn";

const own = "http://127.0.0.1:3210";
const application = "switchyard-development";
const theirs = "https://idp.example.com";

function variables(values: Record<string, string>) {
  return Object.entries(values).map(([name, value]) => ({ name, value }));
}

function changes(issuer: string | null, current: Record<string, string>) {
  return Object.fromEntries(signInVariables(issuer, variables(current)).map(({ name, value }) => [name, value]));
}

afterEach(() => void vi.unstubAllEnvs());

describe("on a deployment that issues tokens", () => {
  it("its own tokens sign people in by default", () => {
    expect(changes(own, {})).toEqual({ IDP_ISSUER: own, IDP_APPLICATION_ID: application });
  });

  it("nothing changes at the next start, and only the issuer when the port changes", () => {
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
  ])("variables that the operator has set on the deployment stay: %j", (current) => {
    expect(changes(own, current)).toEqual({});
  });

  it("variables of the environment replace the default", () => {
    vi.stubEnv("IDP_ISSUER", theirs);
    expect(changes(own, {})).toEqual({});
    expect(changes(own, { IDP_ISSUER: own, IDP_APPLICATION_ID: application })).toEqual({ IDP_APPLICATION_ID: null });
    vi.stubEnv("IDP_APPLICATION_ID", "app");
    expect(changes(own, { IDP_ISSUER: own, IDP_APPLICATION_ID: application })).toEqual({});
  });
});

describe("on a deployment that other machines can reach", () => {
  it("no tokens sign people in, and the default is removed", () => {
    expect(changes(null, {})).toEqual({});
    const current = { IDP_ISSUER: own, IDP_APPLICATION_ID: application };
    expect(changes(null, current)).toEqual({ IDP_ISSUER: null, IDP_APPLICATION_ID: null });
  });

  it("variables that the operator has set stay", () => {
    expect(changes(null, { IDP_ISSUER: theirs, IDP_APPLICATION_ID: "app" })).toEqual({});
  });
});
