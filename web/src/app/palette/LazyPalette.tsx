// The palette's code is loaded right after the first page, and not with it. What somebody types until it is there is
// kept.
import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { Dialog } from "../../parts/Dialog";
import { ErrorBoundary } from "../../parts/ErrorBoundary";
import { lazyComponent } from "../../parts/lazyComponent";
import style from "./Palette.module.css";

interface Begun {
  text: string;
  /** Whether somebody has already pressed Enter. */
  isEntered: boolean;
}

export interface PaletteProps {
  begun: Begun;
  onBegin: (begun: Begun) => void;
  onClose: () => void;
}

const Palette = lazyComponent<PaletteProps>(
  () => import("./Palette"),
  ({ begun, onBegin, onClose }) => (
    <Frame onClose={onClose}>
      <input
        className={style.input}
        aria-label="Find anything"
        autoFocus
        value={begun.text}
        onChange={(event) => onBegin({ text: event.target.value, isEntered: false })}
        onKeyDown={(event) => {
          if (event.key === "Enter") onBegin({ ...begun, isEntered: true });
        }}
      />
    </Frame>
  ),
);

export function useLoadedPalette(): void {
  useEffect(() => Palette.load(), []);
}

export function LazyPalette({ onClose }: { onClose: () => void }) {
  const [begun, setBegun] = useState<Begun>({ text: "", isEntered: false });
  return (
    <ErrorBoundary resetKey="palette" frame={(message) => <Frame onClose={onClose}>{message}</Frame>}>
      <Palette begun={begun} onBegin={setBegun} onClose={onClose} />
    </ErrorBoundary>
  );
}

/** What is typed while it loads must not be keys of the page. */
function Frame({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <Dialog label="Find anything" onClose={onClose} shape="top">
      {children}
    </Dialog>
  );
}
