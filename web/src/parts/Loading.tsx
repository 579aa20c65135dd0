// Stands where content will be. It appears after a moment, so that what loads quickly does not flicker.
import { useMarkLoading } from "./loadingState";
import style from "./Loading.module.css";

export function Loading({ rows = 6 }: { rows?: number }) {
  useMarkLoading();
  return (
    <div className={style.loading} role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={style.row} />
      ))}
    </div>
  );
}
