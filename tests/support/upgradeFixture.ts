// The data directory that 0.1.0 has written, see tests/fixtures/upgrade/README.md.
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseEnv } from "node:util";
import { brotliDecompressSync } from "node:zlib";
import { rootDirectory } from "../../scripts/settings";
import facts from "../fixtures/upgrade/facts.json" with { type: "json" };

const folder = path.join(rootDirectory, "tests/fixtures/upgrade");

export interface WrittenBefore {
  /** A copy for this caller, who removes it. */
  dataDir: string;
  callbackSecret: string;
  facts: typeof facts;
}

export function writtenBefore(): WrittenBefore {
  const dataDir = mkdtempSync(path.join(tmpdir(), "switchyard-upgrade-"));
  unpack(brotliDecompressSync(readFileSync(path.join(folder, "data.tar.br"))), dataDir);
  const secrets = parseEnv(readFileSync(path.join(dataDir, "secrets.env"), "utf8"));
  return { dataDir, callbackSecret: secrets["JOB_CALLBACK_SECRET"] ?? "", facts };
}

const blockBytes = 512;

/**
 * Unpacks a tar archive of files and directories with short names. It consists of blocks: a header, then the bytes of
 * the file.
 */
function unpack(archive: Buffer, into: string): void {
  for (let at = 0; archive[at] !== 0 && at < archive.length;) {
    const field = (from: number, to: number) => archive.toString("utf8", at + from, at + to).replace(/\0.*$/s, "");
    const target = path.join(into, field(0, 100));
    const size = Number.parseInt(field(124, 136), 8);
    const start = at + blockBytes;
    if (field(156, 157) === "5") mkdirSync(target, { recursive: true, mode: 0o700 });
    else writeFileSync(target, archive.subarray(start, start + size), { mode: 0o600 });
    at = start + Math.ceil(size / blockBytes) * blockBytes;
  }
}
