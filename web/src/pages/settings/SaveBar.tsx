// Ends a form of the page: the button that saves it, and the problem of the form as a whole.
import { Button } from "../../parts/Button";
import { ErrorText } from "../../parts/ErrorText";
import style from "./SettingsPage.module.css";

export function SaveBar({ isSending, problem }: { isSending: boolean; problem: string | undefined }) {
  return (
    <div className={style.buttons}>
      <Button type="submit" look="main" disabled={isSending}>
        Save
      </Button>
      <ErrorText text={problem} />
    </div>
  );
}
