// Copies a text. The sign says for a moment that it is there.
import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { showNotice } from "../feedback/notices";
import { copyText } from "./copyText";
import style from "./CopyButton.module.css";

const shownForMs = 2_000;

/** `what` is the name of the text: "Copy the branch". */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), shownForMs);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function copy(): Promise<void> {
    const isDone = await copyText(text);
    setCopied(isDone);
    if (!isDone) showNotice({ tone: "bad", text: "The browser does not let this page copy. Select the text instead." });
  }

  const Sign = isCopied ? Check : Copy;
  return (
    <>
      <button type="button" className={style.copy} aria-label={what} title={what} onClick={() => void copy()}>
        <Sign size={14} aria-hidden />
      </button>
      <span role="status" className="visually-hidden">
        {isCopied ? "Copied" : ""}
      </span>
    </>
  );
}
