// The OpenID Connect provider of the dashboard. Without its two variables nobody can sign in; the rest works.
import type { AuthConfig } from "convex/server";

const domain = environmentVariable("IDP_ISSUER");
const applicationID = environmentVariable("IDP_APPLICATION_ID");

/** Reading a variable that is not set throws while Convex evaluates this file, and the deployment would fail. */
function environmentVariable(name: string): string {
  try {
    return process.env[name] ?? "";
  } catch {
    return "";
  }
}

export default {
  providers: domain === "" || applicationID === "" ? [] : [{ domain, applicationID }],
} satisfies AuthConfig;
