// Says which run works on the issue, when that run was started without it.
import { useState } from "react";
import { api } from "#convex/_generated/api";
import type { Issue } from "../../domain/issues/issue";
import { RunStatus } from "../../domain/runs/RunStatus";
import { usePerform } from "../../live/usePerform";
import { useProjectList, useProjectMutation, useProjectQuery } from "../../live/projectHooks";
import { Dialog } from "../../parts/Dialog";
import { EachRow, idOf } from "../../parts/EachRow";
import { SearchField } from "../../parts/SearchField";
import style from "./IssuePage.module.css";

export function LinkRunDialog({ issue, onClose }: { issue: Issue; onClose: () => void }) {
  const [words, setWords] = useState("");
  const { results } = useProjectList(api.runs.dashboard.list, words === "" ? {} : "skip", 30);
  const found = useProjectQuery(api.runs.dashboard.search, words === "" ? "skip" : { search: words, limit: 30 });
  const runs = words === "" ? results : found.kind === "ready" ? found.value : [];
  const link = useProjectMutation(api.issues.dashboard.linkRun);
  const { perform } = usePerform();
  return (
    <Dialog label="Link a run" title="Which run works on this issue?" onClose={onClose}>
      <SearchField label="Search the runs" value={words} onChange={setWords} />
      <ul className={style.runs}>
        <EachRow items={runs} keyOf={idOf} as="li">
          {(run) => (
            <li>
              <button
                type="button"
                className={style.run}
                onClick={() =>
                  void perform(
                    () => link({ issueId: issue.id, runId: run.id }),
                    `Run ${run.runNumber} is linked to the issue.`,
                  ).then((isDone) => isDone && onClose())
                }
              >
                <span>{run.runNumber}</span>
                <bdi>{run.name}</bdi>
                <RunStatus run={run} />
              </button>
            </li>
          )}
        </EachRow>
      </ul>
      {words !== "" && runs.length === 0 && found.kind === "ready" && <p>No run matches.</p>}
    </Dialog>
  );
}
