// ctx.runQuery and ctx.runMutation of queries and mutations, as part of the caller's transaction.
import type { MeteredResource } from "../../database/limits";
import { FunctionError } from "../../value/functionError";
import { isJsonObject, type Json } from "../../value/json";
import { capitalized, checkKind, findAny } from "../deployment/deployment";
import { addressOf, passedArguments } from "./scope";
import type { TransactionCall, TransactionRun } from "./transactionRun";

export const nestedCalls: Record<string, TransactionCall> = {
  "1.0/runUdf": async (run, args) => {
    const callee = findAny(addressOf(run, args));
    const udfType = args["udfType"];
    const wanted = udfType === "mutation" ? "mutation" : "query";
    if (wanted === "mutation" && run.kind !== "mutation") {
      throw new FunctionError("WrongFunctionType", `Cannot call a Mutation function from a query function`);
    }
    if (callee.kind === "action") {
      throw new FunctionError(
        "WrongFunctionType",
        `Cannot call an ${capitalized(callee.kind)} function from a ${run.kind} function`,
      );
    }
    checkKind(callee, wanted);
    const call = { callee, args: passedArguments(args, run.kind === "mutation") };
    if (udfType === "snapshotQuery") return await run.parts.runner.staleQuery(run, call);
    return await withLimits(run, args["transactionLimits"], () => run.parts.runner.nested(run, call));
  },
};

async function withLimits(
  run: TransactionRun,
  allowed: Json | undefined,
  body: () => Promise<string>,
): Promise<string> {
  if (!isJsonObject(allowed)) return await body();
  const widen = run.transaction.usage.narrow(readLimits(allowed));
  try {
    return await body();
  } finally {
    widen();
  }
}

function readLimits(allowed: Record<string, Json>): Partial<Record<MeteredResource, number>> {
  return Object.fromEntries(Object.entries(allowed).filter(([, amount]) => typeof amount === "number"));
}
