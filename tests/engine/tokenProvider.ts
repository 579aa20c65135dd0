// A small identity provider. It publishes its keys and signs any token that a test asks for.
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from "jose";

type Algorithm = "RS256" | "ES256" | "EdDSA";

interface SigningKey {
  kid: string;
  algorithm: Algorithm;
  privateKey: CryptoKey;
  publicJwk: JWK;
}

export async function makeKey(kid: string, algorithm: Algorithm): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair(algorithm);
  return {
    kid,
    algorithm,
    privateKey,
    publicJwk: { ...(await exportJWK(publicKey)), kid, alg: algorithm, use: "sig" },
  };
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

export class TokenProvider {
  /** The keys that it publishes. */
  keys: SigningKey[] = [];
  /** The paths that were requested. */
  readonly requests: string[] = [];
  /** What it does instead of answering, when a test makes it fail. */
  trouble: Listener | null = null;

  private constructor(
    private readonly server: Server,
    readonly issuer: string,
  ) {}

  static async start(): Promise<TokenProvider> {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = address !== null && typeof address === "object" ? address.port : 0;
    const provider = new TokenProvider(server, `http://127.0.0.1:${port}`);
    server.on("request", (request, response) => provider.answer(request, response));
    return provider;
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  get keysUrl(): string {
    return `${this.issuer}/keys`;
  }

  async sign(claims: Record<string, unknown>, key: SigningKey, header: Record<string, unknown> = {}): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    return await new SignJWT({ iss: this.issuer, sub: "ann", aud: "app", iat: now, exp: now + 600, ...claims })
      .setProtectedHeader({ alg: key.algorithm, kid: key.kid, typ: "JWT", ...header })
      .sign(key.privateKey);
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    this.requests.push(request.url ?? "");
    if (this.trouble !== null) return this.trouble(request, response);
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify(this.documentAt(request.url ?? "")));
  }

  private documentAt(path: string): unknown {
    if (path === "/keys") return { keys: this.keys.map((key) => key.publicJwk) };
    return { issuer: this.issuer, jwks_uri: this.keysUrl };
  }
}
