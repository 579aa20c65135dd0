// Files that the command line uploads in parts. Nothing of them stays when the process ends.
import crypto from "node:crypto";
import fs from "node:fs";
import fsp from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { RequestError } from "../contract";

const maxUploads = 8;
const maxParts = 10_000;

interface Upload {
  folder: string;
  /** The files of the uploaded parts, by the names that the client received for them. */
  parts: Map<string, string>;
}

export class Uploads {
  /** The uploads that have begun, the oldest first. */
  private readonly uploads = new Map<string, Upload>();

  constructor(private readonly folder: string) {}

  /** Deletes the uploads that an earlier process left. */
  async clear(): Promise<void> {
    await fsp.rm(this.folder, { recursive: true, force: true });
  }

  async start(): Promise<string> {
    const [oldest] = this.uploads.keys();
    if (this.uploads.size >= maxUploads && oldest !== undefined) await this.remove(oldest);
    const token = crypto.randomUUID();
    const folder = path.join(this.folder, token);
    await fsp.mkdir(folder, { recursive: true, mode: 0o700 });
    this.uploads.set(token, { folder, parts: new Map() });
    return token;
  }

  /** A part that is sent again replaces the first one. Returns the name of the part. */
  async part(token: string, number: number, body: Readable): Promise<string> {
    const upload = this.find(token);
    if (!Number.isInteger(number) || number < 1 || number >= maxParts) {
      throw new RequestError(400, "InvalidPart", `Parts have whole numbers from 1 to ${maxParts - 1}.`);
    }
    const name = `${number}.${crypto.randomUUID()}`;
    const file = path.join(upload.folder, name);
    try {
      await pipeline(body, fs.createWriteStream(file, { flags: "wx", mode: 0o600 }));
    } catch (error) {
      await fsp.rm(file, { force: true });
      throw error;
    }
    upload.parts.set(name, file);
    return name;
  }

  /** Joins the parts in this order and returns the file. The caller must remove its folder. */
  async finish(token: string, parts: readonly string[]): Promise<string> {
    const upload = this.find(token);
    const files = parts.map((name) => upload.parts.get(name));
    const missing = files.indexOf(undefined);
    if (missing !== -1 || files.length === 0) {
      throw new RequestError(400, "IncompleteUpload", `Part ${missing + 1} of the upload is missing. Upload again.`);
    }
    this.uploads.delete(token);
    const whole = path.join(upload.folder, "upload");
    for (const file of files) {
      if (file === undefined) continue;
      await pipeline(fs.createReadStream(file), fs.createWriteStream(whole, { flags: "a", mode: 0o600 }));
      await fsp.rm(file);
    }
    return whole;
  }

  private find(token: string): Upload {
    const upload = this.uploads.get(token);
    if (upload !== undefined) return upload;
    throw new RequestError(400, "UploadNotFound", "There is no such upload, or it was given up. Start again.");
  }

  private async remove(token: string): Promise<void> {
    const upload = this.uploads.get(token);
    this.uploads.delete(token);
    if (upload !== undefined) await fsp.rm(upload.folder, { recursive: true, force: true });
  }
}
