// The website that a deployment may serve beside its own endpoints: the files of one folder. A path that names no file
// shows the page `index.html`, whose script reads the address.
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Json } from "../value/json";
import type { Endpoint, Exchange } from "./exchange";
import { sendEmpty, sendWhole } from "./reply";

export interface Website {
  /** Null while the website is built. */
  folder: () => string | null;
  /** The headers of every answer, such as a policy of what scripts may do. */
  headers: () => Record<string, string>;
  /** What `/config.json` answers. It tells the website about this deployment. */
  configuration: () => Json;
}

const types: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".webmanifest": "application/manifest+json",
};

/** Builders of websites name these files after their content, so a browser may keep them for ever. */
const unchanging = "/assets/";

const building =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Building</title>' +
  "<p>This page is being built. It appears here in a few seconds.</p></html>";

/** Returns null when the deployment has no website, or the path belongs to the deployment itself. */
export function websiteEndpoint(exchange: Exchange): Endpoint | null {
  const { services, path: asked } = exchange;
  const { website } = services;
  if (website === null || asked.startsWith("/api/") || asked.startsWith("/.well-known/")) return null;
  return (exchange) => serve(exchange, website);
}

async function serve(exchange: Exchange, website: Website): Promise<void> {
  for (const [name, value] of Object.entries(website.headers())) exchange.response.setHeader(name, value);
  exchange.response.setHeader("X-Content-Type-Options", "nosniff");
  if (exchange.path === "/config.json") {
    const text = JSON.stringify(website.configuration());
    return sendWhole(exchange, 200, ["Content-Type", "application/json", "Cache-Control", "no-store"], text);
  }
  const folder = website.folder();
  if (folder === null) {
    return sendWhole(
      exchange,
      503,
      ["Content-Type", "text/html; charset=utf-8", "Retry-After", "2", "Refresh", "2"],
      building,
    );
  }
  const file = fileOf(exchange.path, folder);
  if (file !== null && (await sendFile(exchange, file))) return;
  // A missing script must not be answered with a page.
  if (path.extname(exchange.path) !== "") return sendEmpty(exchange, 404);
  if (!(await sendFile(exchange, path.join(folder, "index.html")))) sendEmpty(exchange, 404);
}

/** Returns the file that a path names, or null when the path could not name a file of the folder. */
function fileOf(asked: string, folder: string): string | null {
  if (!/^(?:\/[\w-]+(?:\.[\w-]+)*)+$/.test(asked)) return null;
  return path.join(folder, asked);
}

/** Returns false when there is no such file. Beside a file there may be a compressed one, with `.gz` added. */
async function sendFile(exchange: Exchange, file: string): Promise<boolean> {
  const type = types[path.extname(file)];
  if (type === undefined) return false;
  const takesGzip = /\bgzip\b/.test(exchange.request.headers["accept-encoding"] ?? "");
  const compressed = takesGzip ? await contentOf(`${file}.gz`) : null;
  const content = compressed ?? (await contentOf(file));
  if (content === null) return false;
  const keeping = exchange.path.startsWith(unchanging) ? "public, max-age=31536000, immutable" : "no-cache";
  const headers = ["Content-Type", type, "Cache-Control", keeping, "Vary", "Accept-Encoding"];
  if (compressed !== null) headers.push("Content-Encoding", "gzip");
  sendWhole(exchange, 200, headers, content);
  return true;
}

async function contentOf(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch (error) {
    if (error instanceof Error && "code" in error && ["ENOENT", "ENOTDIR", "EISDIR"].includes(String(error.code))) {
      return null;
    }
    throw error;
  }
}
