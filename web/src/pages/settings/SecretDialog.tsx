// A secret that nobody can see again, so neither Escape nor a click beside the dialog closes it.
import { useState } from "react";
import type { ReactNode } from "react";
import { Button } from "../../parts/Button";
import { copyText } from "../../parts/copyText";
import { Dialog } from "../../parts/Dialog";
import style from "./SettingsPage.module.css";

interface Props {
  title: string;
  secret: string;
  /** How it is used. */
  example?: string;
  /** What else is said about it. */
  children?: ReactNode;
  onClose: () => void;
}

export function SecretDialog({ title, secret, example, children, onClose }: Props) {
  const [copied, setCopied] = useState<boolean | null>(null);
  return (
    <Dialog
      label={title}
      title={title}
      onClose={null}
      buttons={
        <>
          <Button autoFocus onClick={() => void copyText(secret).then(setCopied)}>
            {copied === true ? "Copied" : "Copy"}
          </Button>
          <Button look="main" onClick={onClose}>
            I have saved it
          </Button>
        </>
      }
    >
      <div className={style.secret}>
        <p>Save it now. It is not shown again.</p>
        <code>{secret}</code>
        {copied === false && <p role="alert">The browser did not allow copying. Select the text instead.</p>}
        {example !== undefined && (
          <>
            <p>For example:</p>
            <code>{example}</code>
          </>
        )}
        {children}
      </div>
    </Dialog>
  );
}
