// Loads the next page of a list when its end comes near. The button is for who does not scroll.
import { useEffect, useRef } from "react";
import { Button } from "./Button";
import style from "./MoreRows.module.css";

export function MoreRows({ hasMore, onMore }: { hasMore: boolean; onMore: () => void }) {
  const end = useRef<HTMLDivElement>(null);
  const newest = useRef(onMore);
  newest.current = onMore;
  useEffect(() => {
    const element = end.current;
    if (!hasMore || element === null) return;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) newest.current();
      },
      { rootMargin: "600px" },
    );
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [hasMore]);
  if (!hasMore) return null;
  return (
    <div ref={end} className={style.end}>
      <Button look="bare" onClick={onMore}>
        Show more
      </Button>
    </div>
  );
}
