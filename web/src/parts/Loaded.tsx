// Shows the value of a live query, or that it loads, or why it was refused.
import type { ReactNode } from "react";
import type { LiveResult } from "../live/useLiveQuery";
import { EmptyState } from "./EmptyState";
import { Loading } from "./Loading";

interface Props<Value> {
  result: LiveResult<Value>;
  loading?: ReactNode;
  children: (value: Value) => ReactNode;
}

export function Loaded<Value>({ result: live, loading = <Loading />, children }: Props<Value>) {
  switch (live.kind) {
    case "loading":
      return loading;
    case "error":
      return (
        <EmptyState title={live.error.code === "NOT_FOUND" ? "Not found" : "This cannot be shown"}>
          {live.error.message}
        </EmptyState>
      );
    case "ready":
      return children(live.value);
  }
}
