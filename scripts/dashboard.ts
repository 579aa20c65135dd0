// The dashboard on the embedded deployment: its configuration, and what its pages may do.
import type { Application } from "../engine/application/contract";
import type { Website } from "../engine/server/website";
import { hasOwnSignIn } from "./signIn";

type SignIn = { kind: "code" } | { kind: "oidc"; issuer: string; clientId: string } | { kind: "none" };

/** `application` is asked with each request, since variables change while the deployment serves. */
export function dashboardIn(folder: () => string | null, application: () => Application): Website {
  return {
    folder,
    configuration: () => ({ deployment: null, signIn: { ...signInOf(application()) } }),
    headers: () => headersFor(signInOf(application())),
  };
}

function signInOf(application: Application): SignIn {
  const variables = application.listEnv();
  if (hasOwnSignIn(variables)) return application.signInCode() === null ? { kind: "none" } : { kind: "code" };
  const valueOf = (name: string) => variables.find((variable) => variable.name === name)?.value ?? "";
  const [issuer, clientId] = [valueOf("IDP_ISSUER"), valueOf("IDP_APPLICATION_ID")];
  return issuer === "" || clientId === "" ? { kind: "none" } : { kind: "oidc", issuer, clientId };
}

/** What agents write is shown on these pages, so a page may run its own scripts alone, and load from nowhere else. */
function headersFor(signIn: SignIn): Record<string, string> {
  const provider = signIn.kind === "oidc" && URL.canParse(signIn.issuer) ? ` ${new URL(signIn.issuer).origin}` : "";
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self'${provider}`,
    "manifest-src 'self'",
    `frame-src${provider === "" ? " 'none'" : provider}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ];
  return {
    "Content-Security-Policy": policy.join("; "),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
  };
}

/** The address that signs in by one click. The code is behind `#`, which no browser sends to a server. */
export function dashboardAddress(socketUrl: string, code: string | null): string {
  return code === null ? `${socketUrl}/` : `${socketUrl}/#code=${code}`;
}
