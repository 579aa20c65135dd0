// Says that a table counts the newest things alone, and reads more of them.
import { Button } from "../../parts/Button";
import style from "./UsagePage.module.css";

interface Props {
  /** Such as “runs”. */
  what: string;
  list: { results: readonly unknown[]; status: string; loadMore: (count: number) => void };
}

export function NewestOnlyNote({ what, list: { results, status, loadMore } }: Props) {
  if (status === "Exhausted") return null;
  return (
    <p className={style.sentence}>
      This covers the newest {results.length} {what}.{" "}
      <Button look="bare" disabled={status === "LoadingMore"} onClick={() => loadMore(100)}>
        Load more
      </Button>
    </p>
  );
}
