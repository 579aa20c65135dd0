// The dashboard with hot reload, for `npm run dev`: its sources are served as they are, and everything else comes from
// the deployment.
import path from "node:path";
import type { ViteDevServer } from "vite";
import { rootDirectory } from "./settings";

/** Returns the server, which listens on the first free port from 5173 on. */
export async function serveSources(socketUrl: string): Promise<{ address: string; server: ViteDevServer }> {
  // The bundle of `npm start` contains this file, so an import at its top would load vite at every start.
  const { createServer } = await import("vite");
  const target = { target: socketUrl, changeOrigin: false };
  const server = await createServer({
    configFile: path.join(rootDirectory, "web/vite.config.ts"),
    logLevel: "warn",
    server: {
      host: "127.0.0.1",
      port: 5173,
      proxy: { "/config.json": target, "/.well-known": target, "/api": { ...target, ws: true } },
    },
  });
  await server.listen();
  const address = server.resolvedUrls?.local[0];
  if (address === undefined) throw new Error("The server of the dashboard's sources has no address.");
  return { address: address.replace(/\/$/, ""), server };
}
