// The field to write to the agent. What is typed stays until it is sent; what was refused comes back.
import { useEffect, useRef, useState } from "react";
import { useCommands } from "../../shortcuts/commands";
import { toServiceError } from "../../feedback/serviceError";
import { ShortcutKeys } from "../../shortcuts/ShortcutKeys";
import { Button } from "../../parts/Button";
import { bottomBar } from "../../parts/bottomBars";
import { useDraft } from "../../parts/useDraft";
import { ErrorText } from "../../parts/ErrorText";
import style from "./Composer.module.css";

export function Composer({ sandboxId, onSend }: { sandboxId: string; onSend: (text: string) => Promise<void> }) {
  const { draft, change } = useDraft(`message.${sandboxId}`, { text: "" });
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const formRef = useRef<HTMLFormElement>(null);
  useReportedHeight(formRef);
  useCommands([{ title: "Write to the agent", keys: "m", group: "Transcript", run: () => field.current?.focus() }]);

  function send(): void {
    const text = draft.text.trim();
    if (text === "") return;
    setProblem(null);
    change({ text: "" });
    onSend(text).catch((error: unknown) => {
      setProblem(toServiceError(error).message);
      change({ text: field.current?.value ? `${text}\n\n${field.current.value}` : text });
    });
  }

  return (
    <form
      ref={formRef}
      className={style.composer}
      {...bottomBar}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <ErrorText text={problem} />
      <div className={style.line}>
        <textarea
          ref={field}
          className={style.field}
          aria-label="Message to the agent"
          aria-keyshortcuts="Control+Enter"
          placeholder="Write to the agent"
          rows={1}
          maxLength={100_000}
          value={draft.text}
          onChange={(event) => change({ text: event.target.value })}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) send();
            if (event.key === "Escape") event.currentTarget.blur();
          }}
        />
        <Button type="submit" look="main" disabled={draft.text.trim() === ""}>
          Send <ShortcutKeys keys="mod+Enter" />
        </Button>
      </div>
    </form>
  );
}

/** The button to the newest message floats above this field, however many lines it has. */
function useReportedHeight(formRef: React.RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const container = formRef.current?.parentElement ?? null;
    const form = formRef.current;
    if (container === null || form === null) return;
    const watcher = new ResizeObserver(() => container.style.setProperty("--below", `${form.offsetHeight}px`));
    watcher.observe(form);
    return () => {
      watcher.disconnect();
      container.style.removeProperty("--below");
    };
  }, [formRef]);
}
