import { describe, expect, it } from "vitest";
import { identityOf } from "./claims";
import type { Provider } from "./providers";

const issuer = "https://idp.example.com";
const owner = { issuer, subject: "ann" };
const oidc: Provider = { kind: "oidc", issuer, applicationId: "app" };
const custom: Provider = { kind: "customJwt", issuer, applicationId: null, keysUrl: "data:,", algorithm: "ES256" };
const ofToken = { iss: issuer, sub: "ann", aud: "app", exp: 2, nbf: 1, iat: 1, jti: "j" };
const always = { tokenIdentifier: `${issuer}|ann`, issuer, subject: "ann" };

describe("the identity of an OpenID Connect token", () => {
  it("has the standard claims under Convex's names, and those that are absent not at all", () => {
    const claims = {
      name: "Ann Lee",
      given_name: "Ann",
      family_name: "Lee",
      nickname: "a",
      preferred_username: "ann",
      profile: "https://p",
      picture: "https://q",
      website: "https://w",
      email: "ann@example.com",
      email_verified: true,
      gender: "f",
      birthdate: "2000-01-01",
      zoneinfo: "Europe/Berlin",
      locale: "de",
      phone_number: "+1",
      phone_number_verified: false,
      address: { formatted: "1 Road", country: "X" },
      updated_at: 1_700_000_000,
    };
    expect(identityOf(oidc, owner, { ...ofToken, ...claims })).toEqual({
      ...always,
      name: "Ann Lee",
      givenName: "Ann",
      familyName: "Lee",
      nickname: "a",
      preferredUsername: "ann",
      profileUrl: "https://p",
      pictureUrl: "https://q",
      websiteUrl: "https://w",
      email: "ann@example.com",
      emailVerified: true,
      gender: "f",
      birthday: "2000-01-01",
      timezone: "Europe/Berlin",
      language: "de",
      phoneNumber: "+1",
      phoneNumberVerified: false,
      address: "1 Road",
      updatedAt: "2023-11-14T22:13:20.000Z",
    });
    expect(identityOf(oidc, owner, ofToken)).toEqual(always);
  });

  it("has other claims as they are, and nothing that is about the token", () => {
    const about = { nonce: "n", azp: "app", auth_time: 1, amr: ["pwd"], fva: [1, 2] };
    const claims = { org: { id: "o", roles: ["a"] }, "https://x/y": null, sid: "s" };
    expect(identityOf(oidc, owner, { ...ofToken, ...about, ...claims })).toEqual({ ...always, ...claims });
  });

  it("leaves out a standard claim of another type", () => {
    const claims = { email: ["ann@example.com"], email_verified: "true", name: null, updated_at: 1e300, address: {} };
    expect(identityOf(oidc, owner, { ...ofToken, ...claims })).toEqual(always);
  });

  it("does not learn its subject from a claim of its own, nor what the provider has verified", () => {
    const claims = { tokenIdentifier: "other", issuer: "other", subject: "bob", emailVerified: true, givenName: "Bob" };
    expect(identityOf(oidc, owner, { ...ofToken, ...claims })).toEqual(always);
    const inherited = JSON.parse('{"__proto__":{"emailVerified":true},"constructor":"c"}');
    const identity = identityOf(oidc, owner, { ...ofToken, ...inherited });
    expect(identity["emailVerified"]).toBeUndefined();
    expect(identity["constructor"]).toBe("c");
  });
});

describe("the identity of a customJwt token", () => {
  it("has all claims by name, nested ones flattened, lists as they are", () => {
    const claims = {
      email_verified: true,
      given_name: "Ann",
      org: { id: "o", plan: { name: "p" } },
      roles: [{ a: 1 }],
    };
    expect(identityOf(custom, owner, { ...ofToken, ...claims })).toEqual({
      ...always,
      email_verified: true,
      given_name: "Ann",
      "org.id": "o",
      "org.plan.name": "p",
      roles: [{ a: 1 }],
    });
  });

  it("does not learn its subject from a claim of its own", () => {
    const claims = { tokenIdentifier: "other", issuer: "other", subject: "bob" };
    expect(identityOf(custom, owner, { ...ofToken, ...claims })).toEqual(always);
  });
});
