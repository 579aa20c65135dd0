// A secret that nobody can see again.
import { useState } from "react";
import { Button } from "../../parts/Button";
import { Dialog } from "../../parts/Dialog";
import style from "./SettingsPage.module.css";

export function ShownOnce({
  title,
  secret,
  use,
  onClose,
}: {
  title: string;
  secret: string;
  use: string;
  onClose: () => void;
}) {
  const [isCopied, setCopied] = useState(false);
  return (
    <Dialog
      label={title}
      title={title}
      onClose={onClose}
      buttons={
        <>
          <Button autoFocus onClick={() => void navigator.clipboard.writeText(secret).then(() => setCopied(true))}>
            {isCopied ? "Copied" : "Copy"}
          </Button>
          <Button look="main" onClick={onClose}>
            I have kept it
          </Button>
        </>
      }
    >
      <div className={style.secret}>
        <p>Keep it now. Nobody can see it again.</p>
        <code>{secret}</code>
        <p>For example:</p>
        <code>{use}</code>
      </div>
    </Dialog>
  );
}
