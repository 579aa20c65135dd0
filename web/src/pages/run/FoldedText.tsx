// A text of people or programs, shown as it is. A long one is cut until somebody wants to read it.
import { useState } from "react";
import { Button } from "../../parts/Button";
import style from "./FoldedText.module.css";

const maxLines = 8;
/** At most 400 signs, and no half of one. */
const beginningOf = /^[^]{0,400}/u;

export function FoldedText({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false);
  const [beginning = ""] = beginningOf.exec(text.split("\n", maxLines).join("\n")) ?? [];
  const isLong = beginning.length < text.length;
  return (
    <>
      <p className={style.text} dir="auto">
        {isLong && !isWhole ? `${beginning}…` : text}
      </p>
      {isLong && (
        <div>
          <Button look="bare" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? "Show less" : "Show all"}
          </Button>
        </div>
      )}
    </>
  );
}
