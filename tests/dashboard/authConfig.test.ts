import type { AuthConfig } from "convex/server";
import { describe, expect, it } from "vitest";

let evaluations = 0;

/**
 * Evaluates the configuration as Convex does: variables are read by name only, and reading one that is not set throws.
 */
async function providersWith(variables: Record<string, string>): Promise<AuthConfig["providers"]> {
  const environment = process.env;
  process.env = new Proxy(variables, {
    get(target, name) {
      if (typeof name === "string" && name in target) return target[name];
      throw new Error(`Environment variable ${String(name)} is used in auth config file but its value was not set`);
    },
  });
  try {
    // A different URL each time, so that the module is evaluated again.
    const { href } = new URL(`../../convex/auth.config.ts?evaluation=${evaluations++}`, import.meta.url);
    const module: { default: AuthConfig } = await import(/* @vite-ignore */ href);
    return module.default.providers;
  } finally {
    process.env = environment;
  }
}

const IDP_ISSUER = "https://idp.example.com";
const IDP_APPLICATION_ID = "switchyard";

describe("whose tokens are accepted", () => {
  it("are those of the provider for this application", async () => {
    const provider = { domain: IDP_ISSUER, applicationID: IDP_APPLICATION_ID };
    expect(await providersWith({ IDP_ISSUER, IDP_APPLICATION_ID })).toEqual([provider]);
  });

  it.each<Record<string, string>>([
    {},
    { IDP_ISSUER },
    { IDP_APPLICATION_ID },
    { IDP_ISSUER, IDP_APPLICATION_ID: "" },
    { IDP_ISSUER: "", IDP_APPLICATION_ID },
  ])("are accepted from nobody with %j: never tokens for another application", async (variables) => {
    expect(await providersWith(variables)).toEqual([]);
  });
});
