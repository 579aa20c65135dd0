// File storage. The bytes are in the data directory under a random name, and their document is in _storage. The bytes
// are on the disk before the document is committed. They are deleted only after its removal is committed. So a crash
// leaves at most bytes that no document names.
import crypto from "node:crypto";
import type { Readable } from "node:stream";
import type { Database } from "../../database/database";
import { parseDocument, type Document } from "../../database/documents";
import { tableNameOfId, type Transaction } from "../../database/transaction";
import type { MutationTransaction } from "../../database/mutationTransaction";
import { FunctionError } from "../../value/functionError";
import { textOf, type JsonObject } from "../../value/json";
import { RequestError, type StoredFile } from "../contract";
import { FileBytes, type WrittenBytes } from "./fileBytes";
import { UploadTokens } from "./uploadTokens";

interface FileParts {
  database: Database;
  now: () => number;
  /** The folder with the bytes of the files. */
  folder: string;
  /** Proves that an upload token comes from this deployment. */
  secret: string;
  /** How many files may be uploaded with one token. */
  maxUploadsPerToken: number;
}

const table = "_storage";

export class FileStore {
  readonly bytes: FileBytes;
  private readonly tokens: UploadTokens;
  /** The address at which clients reach the files. It is known once the server listens. */
  private origin = "";

  constructor(private readonly parts: FileParts) {
    const { database, folder, now, secret, maxUploadsPerToken } = parts;
    this.tokens = new UploadTokens(now, secret, maxUploadsPerToken);
    this.bytes = new FileBytes(folder);
    this.bytes.removeAllBut(new Set(database.readRows<[string]>("SELECT uuid FROM files").map(([uuid]) => uuid)));
  }

  setOrigin(origin: string): void {
    this.origin = origin;
  }

  uploadUrl(component: string): string {
    return `${this.origin}/api/storage/upload?token=${this.tokens.create(component)}`;
  }

  async upload(token: string, body: Readable, contentType: string | null, sha256: string | null): Promise<string> {
    const component = this.tokens.use(token);
    const file = await this.bytes.write(body);
    if (sha256 !== null && !matchesDigest(file.sha256, sha256)) {
      this.bytes.remove(file.uuid);
      throw new RequestError(400, "DigestMismatch", "The Digest header does not match the body.");
    }
    return await this.record(component, file, contentType);
  }

  /** `blob` comes from a function. If it is not a Blob, that is the function's mistake. */
  async storeBlob(component: string, blob: unknown, options: unknown): Promise<string> {
    if (!(blob instanceof Blob)) throw new FunctionError("InvalidArgument", "storage.store needs a Blob.");
    const bytes = Buffer.from(await blob.arrayBuffer());
    const expected = isRecord(options) && typeof options["sha256"] === "string" ? options["sha256"] : null;
    const sha256 = digestOf(bytes);
    if (expected !== null && !matchesDigest(sha256, expected)) {
      throw new FunctionError("DigestMismatch", "The given sha256 does not match the file.");
    }
    return await this.record(component, await this.bytes.write([bytes]), blob.type === "" ? null : blob.type);
  }

  async readBlob(component: string, storageId: string): Promise<Blob | null> {
    const found = await this.parts.database.query(async (transaction) => this.find(transaction, component, storageId));
    if (found === undefined) return null;
    const bytes = await this.bytes.read(this.uuidOf(found._id));
    return new Blob([bytes], { type: contentTypeOf(found) ?? "" });
  }

  /** Finds a stored file by the name in its URL. */
  async open(uuid: string): Promise<StoredFile | null> {
    const { database } = this.parts;
    const [row] = database.readRows<[string, string]>("SELECT component, storage_id FROM files WHERE uuid = ?", uuid);
    const document = row && (await database.query(async (transaction) => this.find(transaction, ...row)));
    if (document === undefined) return null;
    return {
      contentType: contentTypeOf(document),
      size: Number(document["size"]),
      sha256: Buffer.from(textOf(document["sha256"]), "base64").toString("hex"),
      open: (range) => this.bytes.open(uuid, range),
    };
  }

  urlOf(transaction: Transaction, component: string, storageId: string): string | null {
    const document = this.find(transaction, component, storageId);
    return document === undefined ? null : `${this.origin}/api/storage/${this.uuidOf(document._id)}`;
  }

  metadataOf(transaction: Transaction, component: string, storageId: string): JsonObject | null {
    const document = this.find(transaction, component, storageId);
    if (document === undefined) return null;
    return {
      storageId: document._id,
      sha256: Buffer.from(textOf(document["sha256"]), "base64").toString("hex"),
      size: document["size"] ?? null,
      contentType: contentTypeOf(document),
    };
  }

  remove(transaction: MutationTransaction, component: string, storageId: string): void {
    const document = this.find(transaction, component, storageId);
    if (document === undefined) {
      throw new FunctionError("StorageIdNotFound", `storage id ${storageId} not found`);
    }
    const uuid = this.uuidOf(document._id);
    transaction.removeSystem(component, table, document._id);
    transaction.sql.prepare("DELETE FROM files WHERE uuid = ?").run(uuid);
    transaction.afterCommit.push(() => this.bytes.remove(uuid));
  }

  /** Links a document that an import has put into the table of files to its bytes, which were written before. */
  name(transaction: MutationTransaction, component: string, storageId: string, uuid: string): void {
    transaction.sql
      .prepare("INSERT INTO files (uuid, storage_id, component) VALUES (?, ?, ?)")
      .run(uuid, storageId, component);
  }

  /** Called when the component's table of files is removed as a whole. */
  forgetAll(transaction: MutationTransaction, component: string): void {
    const names = transaction.sql.prepare<[string]>("SELECT uuid FROM files WHERE component = ?").all(component);
    transaction.sql.prepare("DELETE FROM files WHERE component = ?").run(component);
    transaction.afterCommit.push(() => this.discard(names.map(([uuid]) => uuid)));
  }

  /** Deletes the bytes of these files, except those that a document names. */
  discard(uuids: readonly string[]): void {
    for (const uuid of uuids) {
      const [named] = this.parts.database.readRows<[string]>("SELECT storage_id FROM files WHERE uuid = ?", uuid);
      if (named === undefined) this.bytes.remove(uuid);
    }
  }

  private find(transaction: Transaction, component: string, storageId: string): Document | undefined {
    if (tableNameOfId(transaction.registry, component, storageId) !== table) {
      throw new FunctionError("InvalidArgument", `Invalid storage ID ${storageId}. It must be an ID of "${table}".`);
    }
    const storage = transaction.registry.table(component, table);
    if (storage === undefined) return undefined;
    const stored = transaction.read(storage, storageId);
    return stored && parseDocument(stored.text);
  }

  /** Inside a mutation this returns the row of its transaction, because both read through the same connection. */
  private uuidOf(storageId: string): string {
    const [row] = this.parts.database.readRows<[string]>("SELECT uuid FROM files WHERE storage_id = ?", storageId);
    if (row === undefined) throw new Error(`no file for ${storageId}`);
    return row[0];
  }

  private record(component: string, file: WrittenBytes, contentType: string | null): Promise<string> {
    return this.parts.database.writer.mutate(async (transaction) => {
      const document = transaction.insertSystem(component, table, {
        sha256: file.sha256.toString("base64"),
        size: file.size,
        ...(contentType === null ? {} : { contentType }),
      });
      this.name(transaction, component, document._id, file.uuid);
      return document._id;
    });
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function contentTypeOf(document: Document): string | null {
  return typeof document["contentType"] === "string" ? document["contentType"] : null;
}

/** Compares digests. `expected` may be hex or base64, because both are in use. */
function matchesDigest(actual: Buffer, expected: string): boolean {
  return expected.toLowerCase() === actual.toString("hex") || expected === actual.toString("base64");
}

function digestOf(bytes: Buffer): Buffer {
  return crypto.createHash("sha256").update(bytes).digest();
}
