// ctx.storage: files by id. What changes files in a mutation is part of its commit.
import { textOf } from "./scope";
import type { MutationCall, TransactionCall } from "./transactionRun";

export const storageReads: Record<string, TransactionCall> = {
  "1.0/storageGetUrl": ({ services, transaction, component }, args) =>
    JSON.stringify(services.files.urlOf(transaction, component.path, textOf(args, "storageId"))),
  "1.0/storageGetMetadata": ({ services, transaction, component }, args) =>
    JSON.stringify(services.files.metadataOf(transaction, component.path, textOf(args, "storageId"))),
};

export const storageWrites: Record<string, MutationCall> = {
  "1.0/storageGenerateUploadUrl": ({ services, component }) => JSON.stringify(services.files.uploadUrl(component.path)),
  "1.0/storageDelete": ({ services, transaction, component }, args) => {
    services.files.remove(transaction, component.path, textOf(args, "storageId"));
    return "null";
  },
};
