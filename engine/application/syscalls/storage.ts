// ctx.storage: files by id. What changes files in a mutation is part of its commit.
import { textOf } from "./scope";
import type { MutationCall, TransactionCall } from "./transactionRun";

export const storageReads: Record<string, TransactionCall> = {
  "1.0/storageGetUrl": ({ services, transaction }, args) =>
    JSON.stringify(services.files.urlOf(transaction, textOf(args, "storageId"))),
  "1.0/storageGetMetadata": ({ services, transaction }, args) =>
    JSON.stringify(services.files.metadataOf(transaction, textOf(args, "storageId"))),
};

export const storageWrites: Record<string, MutationCall> = {
  "1.0/storageGenerateUploadUrl": ({ services }) => JSON.stringify(services.files.uploadUrl()),
  "1.0/storageDelete": ({ services, transaction }, args) => {
    services.files.remove(transaction, textOf(args, "storageId"));
    return "null";
  },
};
