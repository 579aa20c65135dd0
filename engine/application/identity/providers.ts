// The providers whose tokens a deployment accepts, and the provider that a token claims to come from. Nothing is
// verified here.
import type { AuthProvider } from "../../runtime/contract";
import type { JsonObject } from "../../value/json";
import { RequestError } from "../contract";
import { isSafeAddress, safeAddressRule } from "./safeAddress";

export type Provider = OidcProvider | CustomJwtProvider;

/** This kind of provider publishes the address of its keys at a well-known address. */
interface OidcProvider {
  kind: "oidc";
  issuer: string;
  applicationId: string;
}

interface CustomJwtProvider {
  kind: "customJwt";
  issuer: string;
  /** The application that a token must name. null: tokens for any application are accepted. */
  applicationId: string | null;
  keysUrl: string;
  algorithm: "RS256" | "ES256";
}

/** Throws RequestError 400 that shows the value that is not an address. */
export function readProviders(auth: AuthProvider[]): Provider[] {
  return auth.map((provider): Provider => {
    if (!("type" in provider)) {
      const issuer = checkedUrl(normalIssuer(provider.domain), "domain");
      return { kind: "oidc", issuer, applicationId: provider.applicationID };
    }
    return {
      kind: "customJwt",
      issuer: normalIssuer(provider.issuer),
      applicationId: provider.applicationID ?? null,
      keysUrl: provider.jwks.startsWith("data:") ? provider.jwks : checkedUrl(provider.jwks, "jwks"),
      algorithm: provider.algorithm,
    };
  });
}

function checkedUrl(text: string, field: string): string {
  if (URL.canParse(text) && isSafeAddress(new URL(text))) return text;
  const problem = URL.canParse(text) ? `is refused: ${safeAddressRule}` : "is not a URL";
  const message = `The ${field} of a provider of auth.config.js, ${text}, ${problem}.`;
  throw new RequestError(400, "InvalidAuthConfig", message);
}

/** Issuers are written with and without the scheme and the slash at the end, so both are normalised. */
export function normalIssuer(issuer: string): string {
  const withScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(issuer) ? issuer : `https://${issuer}`;
  return withScheme.replace(/\/$/, "");
}

/** Finds the provider from the claims of an unverified token. Throws RequestError 401 when no provider fits. */
export function chooseProvider(providers: Provider[], claims: JsonObject): Provider {
  const issuer = typeof claims["iss"] === "string" ? normalIssuer(claims["iss"]) : null;
  const audiences = audiencesOf(claims);
  const chosen = providers.find(
    (provider) =>
      provider.issuer === issuer && (provider.applicationId === null || audiences.includes(provider.applicationId)),
  );
  if (chosen !== undefined) return chosen;
  throw noProvider(`its issuer is ${JSON.stringify(claims["iss"] ?? null)}, its audience ${JSON.stringify(audiences)}`);
}

export function audiencesOf({ aud }: JsonObject): string[] {
  return (Array.isArray(aud) ? aud : [aud]).filter((audience) => typeof audience === "string");
}

export function noProvider(reason: string): RequestError {
  return new RequestError(401, "NoAuthProvider", `No auth provider found matching the given token: ${reason}.`);
}
