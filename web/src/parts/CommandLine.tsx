// A command for a terminal, with a button that copies it.
import { useState } from "react";
import { Button } from "./Button";
import { copyText } from "./copyText";
import style from "./CommandLine.module.css";

export function CommandLine({ command }: { command: string }) {
  const [copied, setCopied] = useState<{ command: string; isCopied: boolean } | null>(null);
  const outcome = copied?.command === command ? copied.isCopied : null;
  return (
    <div className={style.line}>
      <code>{command}</code>
      <Button onClick={() => void copyText(command).then((isCopied) => setCopied({ command, isCopied }))}>
        {outcome === true ? "Copied" : "Copy"}
      </Button>
      {outcome === false && <p role="alert">The browser did not allow copying. Select the text instead.</p>}
    </div>
  );
}
