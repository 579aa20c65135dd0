// A live query outside of a component's render, for lists and texts that are put together from many answers.
import type { ConvexReactClient } from "convex/react";
import type { FunctionArgs, FunctionReference, FunctionReturnType } from "convex/server";

/** Calls back with each value or refusal. Returns what ends that, which may be called several times. */
export function watchQuery<Asked extends FunctionReference<"query">>(
  client: ConvexReactClient,
  query: Asked,
  args: FunctionArgs<Asked>,
  onChange: (found: FunctionReturnType<Asked> | Error) => void,
): () => void {
  const known: FunctionReference<"query"> = query;
  const watch = client.watchQuery(known, args);
  let isOver = false;
  function read(): void {
    if (isOver) return;
    const found: unknown = resultOf(watch);
    if (found !== undefined) onChange(found);
  }
  const end = watch.onUpdate(read);
  // The client may know the value already. The caller holds what ends the watch before it gets the first value.
  queueMicrotask(read);
  return () => {
    if (!isOver) end();
    isOver = true;
  };
}

function resultOf<Value>(watch: { localQueryResult: () => Value | undefined }): Value | Error | undefined {
  try {
    return watch.localQueryResult();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
