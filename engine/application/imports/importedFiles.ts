// The files of an import. Their bytes are written beside the existing ones, and no document names them until the import
// is in place. A file keeps the name in its URL unless another file has that name.
import { decodeId } from "../../value/id";
import { isJsonObject, type JsonObject } from "../../value/json";
import type { FileStore } from "../files/fileStore";
import { filesTable } from "./tableFacts";
import { ImportError } from "./importError";
import type { ImportedFile, ImportedTables } from "./importedTables";
import type { NumberedDocument } from "./staging";
import { readableChunks } from "./zip";

export interface WrittenFile {
  component: string;
  storageId: string;
  uuid: string;
}

interface Description {
  row: number;
  fields: JsonObject;
}

/** Writes the bytes of a component's files, yields their documents, and adds each written file to `written`. */
export async function* importedFiles(
  imported: ImportedTables,
  component: string,
  store: FileStore,
  written: WrittenFile[],
): AsyncGenerator<NumberedDocument> {
  const described = await descriptionsOf(imported, component);
  for (const file of imported.files) {
    if (file.component !== component) continue;
    const description = described.get(file.storageId);
    described.delete(file.storageId);
    yield await writeFile(file, description, store, written);
  }
  const [missing] = described.keys();
  if (missing !== undefined) throw new ImportError(`The file ${missing} is described but is not in the ZIP file.`);
}

async function descriptionsOf({ tables }: ImportedTables, component: string): Promise<Map<string, Description>> {
  const described = new Map<string, Description>();
  const table = tables.find((candidate) => candidate.component === component && candidate.name === filesTable);
  if (table === undefined) return described;
  for await (const { number, value } of table.rows()) {
    const id = isJsonObject(value) ? value["_id"] : null;
    if (!isJsonObject(value) || typeof id !== "string") throw new ImportError(`Row ${number} of _storage has no _id.`);
    described.set(id, { row: number, fields: value });
  }
  return described;
}

async function writeFile(
  { component, storageId, open }: ImportedFile,
  description: Description | undefined,
  store: FileStore,
  written: WrittenFile[],
): Promise<NumberedDocument> {
  if (decodeId(storageId) === null) throw new ImportError(`The name of the file ${storageId} is not an id.`);
  const { sha256, size, contentType, internalId, _creationTime } = description?.fields ?? {};
  const name = typeof internalId === "string" ? internalId : null;
  const type = typeof contentType === "string" ? contentType : null;
  const file = await store.bytes.write(readableChunks(await open()), name);
  written.push({ component, storageId, uuid: file.uuid });
  if (typeof sha256 === "string" && sha256 !== file.sha256.toString("base64")) {
    throw new ImportError(`The file ${storageId} does not match its sha256, so it is damaged.`);
  }
  if (typeof size === "number" && size !== file.size)
    throw new ImportError(`The size of the file ${storageId} differs from its document.`);
  const fields: JsonObject = {
    ...(type === null ? {} : { contentType: type }),
    sha256: file.sha256.toString("base64"),
    size: file.size,
  };
  const creationTime = typeof _creationTime === "number" ? _creationTime : null;
  return { row: description?.row ?? 0, fields, id: storageId, creationTime };
}
