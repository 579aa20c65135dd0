import { X } from "lucide-react";
import { useRef, useSyncExternalStore } from "react";
import { closeNotice, shownNotices, subscribeToNotices } from "../feedback/notices";
import style from "./Notices.module.css";
import { useAboveBottomBars } from "./bottomBars";

export function Notices() {
  const notices = useSyncExternalStore(subscribeToNotices, shownNotices);
  const corner = useRef<HTMLDivElement>(null);
  useAboveBottomBars(corner, notices);
  return (
    <div ref={corner} className={style.corner} role="status" aria-live="polite">
      {notices.map(({ number, tone, text, action }) => (
        <div key={number} className={style.notice} data-tone={tone}>
          <span>{text}</span>
          {action !== undefined && (
            <button
              type="button"
              className={style.action}
              onClick={() => {
                action.run();
                closeNotice(number);
              }}
            >
              {action.label}
            </button>
          )}
          <button
            type="button"
            className={style.close}
            aria-label="Close this message"
            onClick={() => closeNotice(number)}
          >
            <X size={14} aria-hidden />
          </button>
        </div>
      ))}
    </div>
  );
}
