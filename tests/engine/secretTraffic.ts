// Uses every endpoint that takes or returns secrets, with right and wrong requests and with failures. The secrets are
// made for this test.
import { createHmac, randomBytes, randomUUID } from "node:crypto";
import type { Deployment } from "../support/deployment";
import { bearer, createProject } from "../support/fixtures";

const project = "/api/v1/project";

/** The deployment's own secrets, by the names of their environment variables. */
export type DeploymentSecrets = Record<
  "JOB_CALLBACK_SECRET" | "IDP_WEBHOOK_SECRET" | "PROVIDER_KEY_ENCRYPTION_KEY" | "PLATFORM_KEY_CODE_HOST",
  string
>;

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

export class SecretTraffic {
  /** The secrets that must not be found anywhere, by a description. */
  readonly used = new Map<string, string>();
  private apiKey = "";
  private projectId = "";

  constructor(
    private readonly deployment: Deployment,
    private readonly secrets: DeploymentSecrets,
  ) {}

  async send(): Promise<void> {
    const created = await createProject(this.deployment);
    this.projectId = created.projectId;
    this.apiKey = this.note("the first API key", created.apiKey);
    await this.makeKeys();
    await this.setSecrets();
    await this.revealSecrets();
    await this.sendWrongTokens();
    await this.misplaceKeys();
    await this.receiveMessages();
    await this.fail();
  }

  private async makeKeys(): Promise<void> {
    const generate = `${project}/api-keys/generate`;
    const plain = await this.post(200, generate, { name: "CI" });
    this.note("a generated API key", plain.data.key);
    const idempotencyKey = randomUUID();
    const once = await this.post(200, generate, { name: "CI" }, { "Idempotency-Key": idempotencyKey });
    this.note("an API key generated under an Idempotency-Key", once.data.key);
    await this.post(409, generate, { name: "CI" }, { "Idempotency-Key": idempotencyKey });
  }

  private async setSecrets(): Promise<void> {
    for (const headers of [{}, { "Idempotency-Key": randomUUID() }]) {
      const how = "Idempotency-Key" in headers ? " under an Idempotency-Key" : "";
      const key = this.make(`a provider key${how}`);
      const settings = {
        backendDeployKey: this.make(`a deploy key${how}`),
        backendDevKey: this.make(`a dev key${how}`),
        testUserCredentials: { user: { password: this.make(`a test user's password${how}`) } },
      };
      // Sent twice: the second request replaces the first one or gets its answer again.
      for (const _time of [1, 2]) {
        await this.post(200, `${project}/provider-keys/set`, { provider: "openai", key }, headers);
        const other = "Idempotency-Key" in headers ? { "Idempotency-Key": `${headers["Idempotency-Key"]} 2` } : {};
        await this.post(200, `${project}/settings/update`, settings, other);
      }
    }
    for (const list of ["provider-keys", "settings", "api-keys"]) await this.request(200, `${project}/${list}`);
  }

  private async revealSecrets(): Promise<void> {
    const args = { projectId: this.projectId };
    for (const [operation, more] of [
      ["keys.get", { keyType: "openai" }],
      ["keys.getWithFallback", { keyType: "openai" }],
      ["keys.getWithFallback", { keyType: "code_host" }],
      ["settings.get", {}],
    ] as const) {
      const { result } = await this.call(200, { operation, args: { ...args, ...more } });
      const secret = result.key ?? result.backendDeployKey;
      const known = [...this.used.values(), ...Object.values(this.secrets)];
      if (!known.includes(secret)) throw new Error(`${operation} gave ${JSON.stringify(result)}`);
    }
    const misplaced = this.make("an argument nobody asked for");
    await this.call(400, { operation: "settings.get", args: { ...args, [misplaced]: misplaced } });
    await this.call(400, { operation: misplaced, args });
    await this.call(400, `{"operation":"settings.get","args":${JSON.stringify(misplaced)}`);
    await this.call(400, { operation: "settings.get", args: { projectId: this.apiKey } });
  }

  private async sendWrongTokens(): Promise<void> {
    const wrong = this.note("a wrong API key", `svc_test_${randomBytes(32).toString("hex")}`);
    const token = this.note("a token of another kind", `eyJ.${randomBytes(40).toString("base64url")}.sig`);
    for (const Authorization of [`Bearer ${wrong}`, `Basic ${token}`, token, `Bearer ${token} ${wrong}`]) {
      const headers = { Authorization };
      await this.request(401, project, { headers });
      await this.request(401, `${project}/nothing?key=${wrong}`, { headers });
      await this.post(401, `${project}/provider-keys/set`, { provider: "openai", key: this.make("unset") }, headers);
      await this.request(401, "/job/callback", { method: "POST", headers, body: token });
      await this.request(404, `/elsewhere/${wrong}`, { headers });
    }
  }

  /** Sends keys in places where somebody may put them by mistake. */
  private async misplaceKeys(): Promise<void> {
    const key = this.apiKey;
    for (const headers of [{}, { "Idempotency-Key": randomUUID() }]) {
      await this.post(404, `${project}/api-keys/revoke`, { keyId: key }, headers);
    }
    for (const member of ["remove", "update-role"]) {
      const headers = { "Idempotency-Key": randomUUID() };
      await this.post(
        404,
        `${project}/members/${member}`,
        {
          targetUserId: key,
          ...(member === "remove" ? {} : { role: "admin" }),
        },
        headers,
      );
    }
    await this.post(200, `${project}/update`, {}, { "Idempotency-Key": key });
    const bodies: [string, object][] = [
      ["update", { [key]: key }],
      ["update", { slug: key }],
      ["api-keys/generate", { name: "CI", scopes: [key] }],
      ["api-keys/generate", { name: "CI", expiresAt: key }],
      ["provider-keys/remove", { provider: key }],
      ["provider-keys/set", { provider: key, key }],
      ["settings/update", { backendDeployKey: { key } }],
      ["members/invite", { email: key, role: key }],
    ];
    for (const [path, body] of bodies) await this.post(400, `${project}/${path}`, body);
    await this.request(400, `${project}/api-keys?cursor=${key}`);
    await this.request(400, `${project}?api_key=${key}`);
    await this.request(404, `${project}/${key}`);
    await this.request(404, `/${key}?api_key=${key}`);
  }

  private async receiveMessages(): Promise<void> {
    const secret = Buffer.from(this.secrets.IDP_WEBHOOK_SECRET.replace("whsec_", ""), "base64");
    const data = { id: randomUUID(), email_addresses: [] };
    for (const [status, body] of [
      [200, JSON.stringify({ type: "user.created", object: "event", data })],
      [400, JSON.stringify({ type: "user.created", object: "event", data: this.make("a malformed event") })],
    ] as const) {
      const id = randomUUID();
      const timestamp = String(Math.floor(Date.now() / 1000));
      const signature = createHmac("sha256", secret).update(`${id}.${timestamp}.${body}`).digest("base64");
      const signed = { "hook-id": id, "hook-timestamp": timestamp, "hook-signature": `v1,${signature}` };
      await this.request(status, "/idp/webhook", { method: "POST", headers: signed, body });
      const unsigned = { ...signed, "hook-signature": `v1,${this.secrets.IDP_WEBHOOK_SECRET}` };
      await this.request(401, "/idp/webhook", { method: "POST", headers: unsigned, body });
    }
  }

  /** Causes INTERNAL errors: once because encrypting fails, and once because decrypting fails. */
  private async fail(): Promise<void> {
    const malformed = this.make("a malformed encryption key");
    await this.deployment.setEnvironment({ PROVIDER_KEY_ENCRYPTION_KEY: malformed });
    for (const headers of [{}, { "Idempotency-Key": randomUUID() }]) {
      const key = this.make("a provider key that could not be encrypted");
      await this.post(500, `${project}/provider-keys/set`, { provider: "openai", key }, headers);
      await this.post(500, `${project}/settings/update`, { backendDevKey: key }, headers);
    }
    const other = this.note("another encryption key", randomBytes(32).toString("base64"));
    await this.deployment.setEnvironment({ PROVIDER_KEY_ENCRYPTION_KEY: other });
    const args = { projectId: this.projectId };
    await this.call(500, { operation: "keys.get", args: { ...args, keyType: "openai" } });
    await this.call(500, { operation: "settings.get", args });
    await this.deployment.setEnvironment({ PROVIDER_KEY_ENCRYPTION_KEY: this.secrets.PROVIDER_KEY_ENCRYPTION_KEY });
  }

  /** Makes a secret that looks different in every form, such as JSON, URL or base64. */
  private make(name: string): string {
    const random = () => randomBytes(18).toString("base64url");
    return this.note(name, `sk-${random()}"/\\ é"/\\ é${random()}`);
  }

  private note(name: string, secret: string): string {
    this.used.set(`${name} (${this.used.size})`, secret);
    return secret;
  }

  private post(status: number, path: string, body: object, headers: Record<string, string> = {}) {
    return this.request(status, path, { method: "POST", headers, body: JSON.stringify(body) });
  }

  /** Makes a call of the job runner. */
  private call(status: number, body: object | string) {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const headers = bearer(this.secrets.JOB_CALLBACK_SECRET);
    // The callback reads no query parameters, but people may put tokens into them nevertheless.
    const path = `/job/callback?token=${this.secrets.JOB_CALLBACK_SECRET}`;
    return this.request(status, path, { method: "POST", headers, body: text });
  }

  /**
   * Makes a request and throws unless the response has this `status`. It uses the project's key unless `headers` has
   * another credential.
   */
  private async request(status: number, path: string, init: Sent = {}) {
    const headers = { ...bearer(this.apiKey), ...init.headers };
    const response = await this.deployment.fetch(path, { ...init, headers });
    if (response.status !== status) throw new Error(`${path}: ${response.status} instead of ${status}`);
    return await response.json();
  }
}
