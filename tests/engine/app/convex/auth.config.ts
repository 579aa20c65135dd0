// The providers that a test sets as JSON in a variable. Without the variable no token is accepted.
import type { AuthConfig } from "convex/server";

/** Returns the providers, or none when the variable is not set: reading it then throws while this file is evaluated. */
function providers(): AuthConfig["providers"] {
  try {
    return JSON.parse(process.env["TEST_AUTH_PROVIDERS"] ?? "[]") as AuthConfig["providers"];
  } catch {
    return [];
  }
}

export default { providers: providers() } satisfies AuthConfig;
