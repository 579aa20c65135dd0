// ctx.db: single documents.
import { FunctionError } from "../../value/functionError";
import { checkTableOfId } from "../../database/transaction";
import { rootComponent, textOf } from "./scope";
import type { MutationCall, TransactionCall } from "./transactionRun";

export const documentReads: Record<string, TransactionCall> = {
  "1.0/get": ({ transaction }, args) => {
    const table = transaction.tableOfId(rootComponent, args["id"], "db.get");
    if (typeof args["table"] === "string") checkTableOfId(table, args["table"], "db.get");
    if (table === undefined) return "null";
    const wantsSystem = args["isSystem"] === true;
    if (table.name.startsWith("_") !== wantsSystem) throw wrongSide(wantsSystem);
    return transaction.read(table, textOf(args, "id"))?.text ?? "null";
  },
  "1.0/count": ({ transaction }, args) => {
    transaction.usage.add("databaseQueries", 1);
    const table = transaction.registry.table(rootComponent, textOf(args, "table"));
    return String(table === undefined ? 0 : transaction.countAll(table));
  },
};

export const documentWrites: Record<string, MutationCall> = {
  "1.0/insert": ({ transaction }, args) =>
    JSON.stringify({ _id: transaction.insert(rootComponent, textOf(args, "table"), args["value"]) }),
  "1.0/shallowMerge": ({ transaction }, args) =>
    JSON.stringify(transaction.patch(rootComponent, args["id"], args["table"], args["value"])),
  "1.0/replace": ({ transaction }, args) =>
    JSON.stringify(transaction.replace(rootComponent, args["id"], args["table"], args["value"])),
  "1.0/remove": ({ transaction }, args) => JSON.stringify(transaction.remove(rootComponent, args["id"], args["table"])),
};

function wrongSide(wantsSystem: boolean): FunctionError {
  return new FunctionError(
    "SystemTable",
    wantsSystem
      ? "User tables cannot be accessed with db.system."
      : "System tables can only be accessed with db.system.",
  );
}
