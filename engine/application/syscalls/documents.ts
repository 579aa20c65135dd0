// ctx.db: reads and writes of single documents.
import { FunctionError } from "../../value/functionError";
import { checkTableOfId } from "../../database/transaction";
import { textOf } from "./scope";
import type { MutationCall, TransactionCall } from "./transactionRun";

export const documentReads: Record<string, TransactionCall> = {
  "1.0/get": ({ transaction, component: { path } }, args) => {
    const table = transaction.tableOfId(path, args["id"], "db.get");
    if (typeof args["table"] === "string") checkTableOfId(table, args["table"], "db.get");
    if (table === undefined) return "null";
    const wantsSystem = args["isSystem"] === true;
    if (table.name.startsWith("_") !== wantsSystem) throw wrongSide(wantsSystem);
    return transaction.read(table, textOf(args, "id"))?.text ?? "null";
  },
  "1.0/count": ({ transaction, component: { path } }, args) => {
    transaction.usage.add("databaseQueries", 1);
    const table = transaction.registry.table(path, textOf(args, "table"));
    return String(table === undefined ? 0 : transaction.countAll(table));
  },
};

export const documentWrites: Record<string, MutationCall> = {
  // Operations of this engine alone: the same as those that follow, with answers that nobody has to parse
  // (runtime/package/replacements.ts).
  "engine/insert": ({ transaction, component: { path } }, args) =>
    transaction.insert(path, textOf(args, "table"), args["value"]),
  "engine/patch": ({ transaction, component: { path } }, args) => {
    transaction.patch(path, args["id"], args["table"], args["value"]);
    return "";
  },
  "engine/replace": ({ transaction, component: { path } }, args) => {
    transaction.replace(path, args["id"], args["table"], args["value"]);
    return "";
  },
  "engine/remove": ({ transaction, component: { path } }, args) => {
    transaction.remove(path, args["id"], args["table"]);
    return "";
  },
  "1.0/insert": ({ transaction, component: { path } }, args) =>
    JSON.stringify({ _id: transaction.insert(path, textOf(args, "table"), args["value"]) }),
  "1.0/shallowMerge": ({ transaction, component: { path } }, args) =>
    JSON.stringify(transaction.patch(path, args["id"], args["table"], args["value"])),
  "1.0/replace": ({ transaction, component: { path } }, args) =>
    JSON.stringify(transaction.replace(path, args["id"], args["table"], args["value"])),
  "1.0/remove": ({ transaction, component: { path } }, args) =>
    JSON.stringify(transaction.remove(path, args["id"], args["table"])),
};

function wrongSide(wantsSystem: boolean): FunctionError {
  return new FunctionError(
    "SystemTable",
    wantsSystem
      ? "User tables cannot be accessed with db.system."
      : "System tables can only be accessed with db.system.",
  );
}
