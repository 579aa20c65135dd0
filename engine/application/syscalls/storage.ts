// ctx.storage: files by id. Changes of files in a mutation are part of its commit.
import { textOf } from "./scope";
import type { MutationCall, TransactionCall } from "./transactionRun";

export const storageReads: Record<string, TransactionCall> = {
  "1.0/storageGetUrl": ({ parts, transaction, component }, args) =>
    JSON.stringify(parts.files.urlOf(transaction, component.path, textOf(args, "storageId"))),
  "1.0/storageGetMetadata": ({ parts, transaction, component }, args) =>
    JSON.stringify(parts.files.metadataOf(transaction, component.path, textOf(args, "storageId"))),
};

export const storageWrites: Record<string, MutationCall> = {
  "1.0/storageGenerateUploadUrl": ({ parts, component }) => JSON.stringify(parts.files.uploadUrl(component.path)),
  "1.0/storageDelete": ({ parts, transaction, component }, args) => {
    parts.files.remove(transaction, component.path, textOf(args, "storageId"));
    return "null";
  },
};
