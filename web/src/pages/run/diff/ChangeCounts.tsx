import style from "./ChangeCounts.module.css";

export function ChangeCounts({ added, removed }: { added: number; removed: number }) {
  if (added === 0 && removed === 0) return null;
  return (
    <span className={style.counts} title={`${added} lines added, ${removed} removed`}>
      {added > 0 && <span className={style.added}>+{added}</span>}
      {removed > 0 && <span className={style.removed}>−{removed}</span>}
    </span>
  );
}
