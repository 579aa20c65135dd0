// Why the service refused something, for everybody who reads or listens.
import style from "./ErrorText.module.css";

/** Without a text there is nothing. */
export function ErrorText({ text }: { text: string | null | undefined }) {
  if (text === null || text === undefined) return null;
  return (
    <p role="alert" className={style.problem}>
      {text}
    </p>
  );
}
