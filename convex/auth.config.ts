// The OpenID Connect provider of the dashboard. Without its two variables nobody can sign in; the rest works.
import type { AuthConfig } from "convex/server";

const domain = variable("IDP_ISSUER");
const applicationID = variable("IDP_APPLICATION_ID");

/** Reading a variable that is not set throws while Convex evaluates this file, and the deployment would fail. */
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
