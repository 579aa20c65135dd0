// The identity provider whose tokens sign people in to the dashboard. It is one OpenID Connect provider, named by two
// environment variables. Without them nobody can sign in, and everything else works.
import type { AuthConfig } from "convex/server";

const domain = variable("IDP_ISSUER");
const applicationID = variable("IDP_APPLICATION_ID");

/**
 * While Convex evaluates this file, reading a variable that is not set throws, which would make the deployment fail.
 */
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
