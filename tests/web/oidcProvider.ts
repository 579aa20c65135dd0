// An OpenID Connect provider of one person: authorization code with PKCE, as a public client uses it.
import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { exportJWK, generateKeyPair, SignJWT } from "jose";

export interface Provider {
  issuer: string;
  /** How many tokens it has issued, renewals included. */
  issued: () => number;
  /** Tokens end after this many seconds. */
  setLifetime: (seconds: number) => void;
  close: () => void;
}

export const clientId = "dashboard";

export async function startProvider(email: string): Promise<Provider> {
  const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: "one", alg: "RS256", use: "sig" }] };
  const challenges = new Map<string, { challenge: string; nonce: string | null }>();
  let issued = 0;
  let lifetime = 3600;
  const server: Server = createServer((request, response) => void answer(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const issuer = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;

  async function token(nonce: string | null): Promise<string> {
    issued++;
    const now = Math.floor(Date.now() / 1000);
    return await new SignJWT({ email, email_verified: true, name: "Olga", ...(nonce === null ? {} : { nonce }) })
      .setProtectedHeader({ alg: "RS256", kid: "one" })
      .setIssuer(issuer)
      .setSubject("olga")
      .setAudience(clientId)
      .setIssuedAt(now)
      .setExpirationTime(now + lifetime)
      .sign(privateKey);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", issuer);
    response.setHeader("Access-Control-Allow-Origin", "*");
    response.setHeader("Access-Control-Allow-Headers", "*");
    const send = (status: number, body: object) => {
      response.writeHead(status, { "Content-Type": "application/json" });
      response.end(JSON.stringify(body));
    };
    switch (url.pathname) {
      case "/.well-known/openid-configuration":
        return send(200, {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          end_session_endpoint: `${issuer}/end`,
          response_types_supported: ["code"],
          subject_types_supported: ["public"],
          id_token_signing_alg_values_supported: ["RS256"],
        });
      case "/jwks":
        return send(200, keys);
      case "/authorize": {
        const asked = url.searchParams;
        const code = randomUUID();
        challenges.set(code, { challenge: asked.get("code_challenge") ?? "", nonce: asked.get("nonce") });
        const back = new URL(asked.get("redirect_uri") ?? "");
        back.searchParams.set("code", code);
        back.searchParams.set("state", asked.get("state") ?? "");
        response.writeHead(302, { Location: String(back) });
        return void response.end();
      }
      case "/token": {
        const form = new URLSearchParams(await textOf(request));
        const renewed = form.get("grant_type") === "refresh_token";
        const known = challenges.get(form.get("code") ?? "");
        const proof = createHash("sha256")
          .update(form.get("code_verifier") ?? "")
          .digest("base64url");
        if (!renewed && (known === undefined || known.challenge !== proof))
          return send(400, { error: "invalid_grant" });
        const idToken = await token(known?.nonce ?? null);
        return send(200, {
          access_token: "unused",
          token_type: "Bearer",
          expires_in: lifetime,
          id_token: idToken,
          refresh_token: "again",
        });
      }
      case "/end":
        response.writeHead(302, { Location: url.searchParams.get("post_logout_redirect_uri") ?? issuer });
        return void response.end();
      default:
        return send(404, {});
    }
  }

  return {
    issuer,
    issued: () => issued,
    setLifetime: (seconds) => {
      lifetime = seconds;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}
