// Whose tokens sign people in to the dashboard: one OpenID Connect provider, once both of its variables are set.
// Without them nobody can sign in, and everything else works.
import type { AuthConfig } from "convex/server";

const domain = variable("IDP_ISSUER");
const applicationID = variable("IDP_APPLICATION_ID");

/** Convex throws for a variable that is not set while it evaluates this file, which would fail the push. */
function variable(name: string): string {
  try {
    return process.env[name] ?? "";
  } catch {
    return "";
  }
}

export default {
  providers: domain === "" || applicationID === "" ? [] : [{ domain, applicationID }],
} satisfies AuthConfig;
