// Says which run works on the issue, when that run was started without it.
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import type { Issue } from "../../domain/issues/issue";
import { useAttempt } from "../../live/useAttempt";
import { useProjectList, useProjectMutation, useProjectQuery } from "../../live/useProjectQuery";
import { Dialog } from "../../parts/Dialog";
import { EachRow, ownId } from "../../parts/EachRow";
import { SearchField } from "../../parts/SearchField";
import { Status } from "../../parts/Status";
import style from "./IssuePage.module.css";

export function LinkRun({ issue, onClose }: { issue: Issue; onClose: () => void }) {
  const [words, setWords] = useState("");
  const { results } = useProjectList(api.runs.dashboard.list, words === "" ? {} : "skip", 30);
  const found = useProjectQuery(api.runs.dashboard.search, words === "" ? "skip" : { search: words, limit: 30 });
  const runs = words === "" ? results : found.kind === "shown" ? found.value : [];
  const link = useProjectMutation(api.issues.dashboard.linkRun);
  const { attempt } = useAttempt();
  return (
    <Dialog label="Link a run" title="Which run works on it?" onClose={onClose}>
      <SearchField label="Search the runs" value={words} onChange={setWords} />
      <ul className={style.runs}>
        <EachRow of={runs} keyOf={ownId} as="li">
          {({ id, runNumber, name, status }) => (
            <li>
              <button
                type="button"
                className={style.run}
                onClick={() =>
                  void attempt(
                    () => link({ issueId: issue.id, runId: id }),
                    `Run ${runNumber} works on the issue.`,
                  ).then((isDone) => isDone && onClose())
                }
              >
                <span>{runNumber}</span>
                <bdi>{name}</bdi>
                <Status of={status} />
              </button>
            </li>
          )}
        </EachRow>
      </ul>
      {words !== "" && runs.length === 0 && found.kind === "shown" && <p>No run matches.</p>}
    </Dialog>
  );
}
