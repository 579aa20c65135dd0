// Starts the provider of oidcServer.ts, and signs people in on its pages. It is a process of its own, because the
// library needs the constructors that are closed in the processes of tests.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import type { Page } from "playwright-core";

export interface TestProvider {
  issuer: string;
  /** How many tokens it has issued, renewals included. */
  issued: () => number;
  close: () => void;
}

export const clientId = "dashboard";

/** `dashboardUrl` is where the dashboard will be: the provider sends people back to no other address. */
export async function startProvider(email: string, dashboardUrl: string): Promise<TestProvider> {
  const script = new URL("oidcServer.ts", import.meta.url).pathname;
  const child = spawn(process.execPath, [script, dashboardUrl, email], { stdio: ["ignore", "pipe", "inherit"] });
  let issued = 0;
  const lines = createInterface({ input: child.stdout });
  lines.on("line", (line) => {
    if (line === "granted") issued++;
  });
  for (;;) {
    const [line] = (await once(lines, "line")) as [string];
    if (line.startsWith("issuer ")) {
      return { issuer: line.slice("issuer ".length), issued: () => issued, close: () => void child.kill() };
    }
  }
}

/** Goes through the pages of the provider, where anybody with a name and any password signs in. */
export async function signInAtProvider(page: Page, name: string): Promise<void> {
  await page.locator('input[name="login"]').fill(name);
  await page.locator('input[name="password"]').fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}

/** Returns a port that nobody uses. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}
