import { describe, expect, it } from "vitest";
import { chooseProvider, readProviders } from "./providers";

const jwt = { type: "customJwt", jwks: "data:application/json,{}", algorithm: "RS256" } as const;

describe("the provider of a token", () => {
  const providers = readProviders([
    { domain: "one.example.com/", applicationID: "app" },
    { domain: "https://one.example.com", applicationID: "other" },
    { ...jwt, issuer: "https://two.example.com/", applicationID: "app" },
    { ...jwt, issuer: "any", jwks: "https://keys.example.com" },
  ]);
  const chosen = (iss: unknown, aud?: unknown) => providers.indexOf(chooseProvider(providers, { iss, aud } as never));

  it("has its issuer, whether or not that is written with scheme and slash, and its application", () => {
    expect(chosen("https://one.example.com", "app")).toBe(0);
    expect(chosen("https://one.example.com/", ["x", "other"])).toBe(1);
    expect(chosen("one.example.com", ["other", "app"])).toBe(0);
    expect(chosen("two.example.com", "app")).toBe(2);
  });

  it("may take tokens for any application if it names none", () => {
    expect([chosen("any"), chosen("https://any", []), chosen("any/", "x")]).toEqual([3, 3, 3]);
  });

  it.each([
    ["another issuer", "https://three.example.com", "app"],
    ["the issuer by another scheme", "http://one.example.com", "app"],
    ["a part of the issuer", "https://one.example.com/tenant", "app"],
    ["another application", "https://two.example.com", "other"],
    ["no application", "https://two.example.com", undefined],
    ["an application that is not a text", "https://two.example.com", [{ app: "app" }, 1]],
    ["no issuer", undefined, "app"],
    ["an issuer that is not a text", ["any"], "app"],
  ])("is none for %s: 401 NoAuthProvider", (_what, iss, aud) => {
    expect(() => chosen(iss, aud)).toThrow(expect.objectContaining({ status: 401, code: "NoAuthProvider" }));
  });
});

describe("providers that are refused", () => {
  it.each([
    ["a domain that is not a URL", { domain: "not a domain", applicationID: "app" }],
    ["a domain that is not a web address", { domain: "ftp://idp.example.com", applicationID: "app" }],
    ["keys that are not a URL", { ...jwt, issuer: "i", jwks: "keys" }],
    ["a domain without TLS", { domain: "http://idp.example.com", applicationID: "app" }],
    ["keys without TLS", { ...jwt, issuer: "i", jwks: "http://idp.example.com/keys" }],
    [
      "keys of a host that only sounds like this machine",
      { ...jwt, issuer: "i", jwks: "http://127.0.0.1.example.com" },
    ],
    ["keys in a file", { ...jwt, issuer: "i", jwks: "file:///etc/passwd" }],
  ])("have %s: 400", (_what, provider) => {
    expect(() => readProviders([provider])).toThrow(
      expect.objectContaining({ status: 400, code: "InvalidAuthConfig" }),
    );
  });
});
