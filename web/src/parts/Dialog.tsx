// A window above the page. The browser keeps the focus inside and gives it back at the end. The dialog is a child of
// the page's body, so it inherits nothing from the place that opens it, such as the small right-aligned text of a
// table's cell.
import { useLayoutEffect, useRef } from "react";
import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import style from "./Dialog.module.css";

interface Props {
  /** What assistive technology calls it. */
  label: string;
  title?: string;
  /** `side` is a panel along the edge, `top` hangs from the upper edge. */
  shape?: "middle" | "top" | "side";
  /** null leaves closing to its buttons. */
  onClose: (() => void) | null;
  children: ReactNode;
  /** Buttons below the content, the one that continues last. */
  buttons?: ReactNode;
}

export function Dialog({ label, title, shape = "middle", onClose, children, buttons }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  // It takes the focus before the next key, which would otherwise be one of the page.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // The browser knows nothing about React's `autoFocus`, which came before the dialog was open.
    element?.querySelector<HTMLElement>("[data-first=true]")?.focus();
    // On a small window the browser chooses the part that scrolls, and not the first field in it.
    if (document.activeElement?.matches("div, dialog")) {
      element?.querySelector<HTMLElement>("input, textarea, select, button")?.focus();
    }
    return () => element?.close();
  }, []);
  return createPortal(
    <dialog
      ref={dialog}
      className={style.dialog}
      data-shape={shape}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onKeyDown={(event) => {
        // Chrome lets a page refuse to close only once: the next Escape would close it without asking.
        if (onClose === null && event.key === "Escape") event.preventDefault();
      }}
      onMouseDown={(event) => {
        // Only the space around the window is the dialog itself.
        if (event.target === dialog.current) onClose?.();
      }}
    >
      <div className={style.window}>
        {title !== undefined && <h2 className={style.title}>{title}</h2>}
        <div className={title === undefined ? style.bare : style.content}>{children}</div>
        {buttons !== undefined && <div className={style.buttons}>{buttons}</div>}
      </div>
    </dialog>,
    document.body,
  );
}
