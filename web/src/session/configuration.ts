// The one file that says which deployment the dashboard shows: `/config.json`. The embedded deployment answers it; who
// hosts the built files elsewhere writes it (docs/dashboard.md).

/** How people prove who they are. */
type SignIn =
  /** The embedded deployment issues tokens to who knows the code that its start printed. */
  | { kind: "code" }
  /** An OpenID Connect provider. */
  | { kind: "oidc"; issuer: string; clientId: string; scope: string }
  /** No provider is configured, so nobody can sign in. */
  | { kind: "none" };

export interface Configuration {
  /** The address of the deployment's Convex clients. */
  deployment: string;
  signIn: SignIn;
}

export async function loadConfiguration(): Promise<Configuration> {
  const response = await fetch("/config.json", { cache: "no-store" });
  if (!response.ok) throw new Error(`The file /config.json cannot be read: ${response.status}.`);
  const read: unknown = await response.json();
  if (!isRecord(read)) throw new Error("The file /config.json must be an object.");
  const { deployment = null, signIn } = read;
  if (deployment !== null && typeof deployment !== "string") throw new Error('"deployment" must be an address.');
  return { deployment: deployment ?? location.origin, signIn: readSignIn(signIn) };
}

function readSignIn(read: unknown): SignIn {
  if (!isRecord(read)) throw new Error('/config.json needs "signIn".');
  const { kind, issuer, clientId, scope = "openid profile email offline_access" } = read;
  switch (kind) {
    case "code":
    case "none":
      return { kind };
    case "oidc":
      if (typeof issuer !== "string" || typeof clientId !== "string" || typeof scope !== "string") {
        throw new Error('"signIn" of /config.json needs "issuer" and "clientId".');
      }
      return { kind, issuer, clientId, scope };
    default:
      throw new Error('"kind" of "signIn" in /config.json must be "code", "oidc" or "none".');
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
