// A live query whose refusal is a value, so that a page can say what to do instead of breaking.
import { useQueries } from "convex/react";
import { getFunctionName } from "convex/server";
import type { FunctionArgs, FunctionReference, FunctionReturnType } from "convex/server";
import { useMemo } from "react";
import { toServiceError } from "../feedback/serviceError";
import type { ServiceError } from "../feedback/serviceError";

export type LiveResult<Value> =
  | { kind: "loading" }
  | { kind: "ready"; value: Value }
  | { kind: "error"; error: ServiceError };

type Query = FunctionReference<"query">;

/** With `"skip"` nothing is asked, and the result stays `loading`. */
export function useLiveQuery<Asked extends Query>(
  query: Asked,
  args: FunctionArgs<Asked> | "skip",
): LiveResult<FunctionReturnType<Asked>> {
  const text = JSON.stringify(args);
  const asked = useMemo(
    () => (args === "skip" ? {} : { only: { query, args } }),
    // Each render makes new arguments; their text says whether they changed.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [getFunctionName(query), text],
  );
  const found: unknown = useQueries(asked)["only"];
  // A render for another reason has the same result, so effects that depend on it do not run again.
  return useMemo(() => resultOf<FunctionReturnType<Asked>>(found), [found]);
}

function resultOf<Value>(found: unknown): LiveResult<Value> {
  if (found === undefined) return { kind: "loading" };
  if (found instanceof Error) return { kind: "error", error: toServiceError(found) };
  return { kind: "ready", value: found as Value };
}
