// A live query whose refusal is a value, so that a page can say what to do instead of breaking.
import { useQueries } from "convex/react";
import { getFunctionName } from "convex/server";
import type { FunctionArgs, FunctionReference, FunctionReturnType } from "convex/server";
import { useMemo } from "react";
import { refusalOf } from "../feedback/refusal";
import type { Refusal } from "../feedback/refusal";

export type Live<Value> = { kind: "loading" } | { kind: "shown"; value: Value } | { kind: "refused"; refusal: Refusal };

type Query = FunctionReference<"query">;

/** With `"skip"` nothing is asked, and the result stays `loading`. */
export function useLive<Asked extends Query>(
  query: Asked,
  args: FunctionArgs<Asked> | "skip",
): Live<FunctionReturnType<Asked>> {
  const text = JSON.stringify(args);
  const asked = useMemo(
    () => (args === "skip" ? {} : { only: { query, args } }),
    // Each render makes new arguments; their text says whether they changed.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [getFunctionName(query), text],
  );
  const found: unknown = useQueries(asked)["only"];
  if (found === undefined) return { kind: "loading" };
  if (found instanceof Error) return { kind: "refused", refusal: refusalOf(found) };
  return { kind: "shown", value: found as FunctionReturnType<Asked> };
}
