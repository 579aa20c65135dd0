// Shows the value of a live query, or that it loads, or why it was refused.
import type { ReactNode } from "react";
import type { Live } from "../live/useLive";
import { Empty } from "./Empty";
import { Loading } from "./Loading";

interface Props<Value> {
  of: Live<Value>;
  loading?: ReactNode;
  children: (value: Value) => ReactNode;
}

export function Shown<Value>({ of: live, loading = <Loading />, children }: Props<Value>) {
  switch (live.kind) {
    case "loading":
      return loading;
    case "refused":
      return (
        <Empty title={live.refusal.code === "NOT_FOUND" ? "This is not here" : "This cannot be shown"}>
          {live.refusal.message}
        </Empty>
      );
    case "shown":
      return children(live.value);
  }
}
