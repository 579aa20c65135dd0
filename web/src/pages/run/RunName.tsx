// The name of the run, which a press turns into a field.
import { useLayoutEffect, useRef, useState } from "react";
import { api } from "#convex/_generated/api";
import { useHasPermission } from "../../project/project";
import { useCommands } from "../../shortcuts/commands";
import { toServiceError } from "../../feedback/serviceError";
import { useProjectMutation } from "../../live/projectHooks";
import { showNotice } from "../../feedback/notices";
import type { Run } from "./useRun";
import style from "./RunHeader.module.css";

export function RunName({ run }: { run: Run }) {
  const mayWrite = useHasPermission("work:write");
  const [isChanging, setChanging] = useState(false);
  useCommands(mayWrite ? [{ title: "Rename the run", keys: "n", group: "Run", run: () => setChanging(true) }] : []);
  return (
    <span className={style.name}>
      <span className={style.number}>{run.runNumber}</span>
      {isChanging ? (
        <NameField run={run} onClose={() => setChanging(false)} />
      ) : mayWrite ? (
        <button
          type="button"
          className={style.rename}
          title={`${run.name} (n renames it)`}
          onClick={() => setChanging(true)}
        >
          <bdi>{run.name}</bdi>
        </button>
      ) : (
        <bdi title={run.name}>{run.name}</bdi>
      )}
    </span>
  );
}

function NameField({ run, onClose }: { run: Run; onClose: () => void }) {
  const rename = useProjectMutation(api.runs.dashboard.rename);
  const [name, setName] = useState(run.name);
  const [hasError, setError] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);

  function save(): void {
    if (name.trim() === run.name || name.trim() === "") return onClose();
    rename({ runId: run.id, name: name.trim() }).then(onClose, (error: unknown) => {
      setError(true);
      showNotice({ tone: "bad", text: toServiceError(error).message });
    });
  }

  return (
    <input
      ref={field}
      className={style.field}
      aria-label="Name of the run"
      aria-invalid={hasError}
      value={name}
      onChange={(event) => setName(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === "Enter") save();
        if (event.key === "Escape") onClose();
      }}
      // What was refused stays in the field until it is changed or given up.
      onBlur={() => !hasError && save()}
    />
  );
}
