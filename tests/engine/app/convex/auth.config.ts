// The providers that a test names, as JSON in a variable; without it nobody's tokens are taken.
import type { AuthConfig } from "convex/server";

/** Reading a variable that is not set throws while this file is evaluated. */
function providers(): AuthConfig["providers"] {
  try {
    return JSON.parse(process.env["TEST_AUTH_PROVIDERS"] ?? "[]") as AuthConfig["providers"];
  } catch {
    return [];
  }
}

export default { providers: providers() } satisfies AuthConfig;
