// What checks, reviewers and people have said about what the run has made, the newest first, and what became of it.
// People choose with what the run continues.
import { useState } from "react";
import { api } from "#convex/_generated/api";
import { feedbackStatuses } from "#convex/feedback/values";
import { oneOf, useAddressParameters } from "../../../urlState/useAddressParameters";
import { useProjectList, useProjectMutation } from "../../../live/projectHooks";
import { usePerform } from "../../../live/usePerform";
import { useHasPermission } from "../../../project/project";
import { useCommands } from "../../../shortcuts/commands";
import { ShortcutKeys } from "../../../shortcuts/ShortcutKeys";
import { Button } from "../../../parts/Button";
import { EachRow, idOf } from "../../../parts/EachRow";
import { EmptyState } from "../../../parts/EmptyState";
import { FilterSelect } from "../../../parts/FilterSelect";
import { Loading } from "../../../parts/Loading";
import { MoreRows } from "../../../parts/MoreRows";
import { toLabel } from "../../../parts/Status";
import { useMovedRowGuard } from "../../../parts/useMovedRowGuard";
import { useSelection } from "../../../parts/useSelection";
import { ContinueDialog } from "../ContinueDialog";
import { whyNotContinue } from "../continuing";
import type { Run } from "../useRun";
import { AddFeedbackDialog } from "./AddFeedbackDialog";
import { FeedbackRow } from "./FeedbackRow";
import { SelectedFeedbackBar } from "./SelectedFeedbackBar";
import { ruleText } from "./feedbackText";
import { useBoxNavigation } from "./useBoxNavigation";
import style from "./Feedback.module.css";

const states = feedbackStatuses.map((value) => ({ value, label: toLabel(value) }));

export default function FeedbackTab({ run }: { run: Run }) {
  const mayWrite = useHasPermission("work:write");
  const { get, set } = useAddressParameters();
  const status = oneOf(get("state"), feedbackStatuses);
  const list = useProjectList(api.feedback.dashboard.list, {
    id: run.id,
    ...(status === null ? {} : { status }),
  });
  const items = list.results;
  const selection = useSelection(items);
  const { ignore, reopen } = useChanges();
  const [isContinuing, setContinuing] = useState(false);
  const listRef = useBoxNavigation(mayWrite && items.length > 0);
  const clickGuard = useMovedRowGuard(items.map(({ id }) => id));
  const whyNot = whyNotContinue(run);
  return (
    <div className={style.feedback}>
      <div className={style.head}>
        <FilterSelect
          label="State"
          anyLabel="Any state"
          value={status}
          choices={states}
          onChange={(state) => set({ state })}
        />
        {mayWrite && <AddButton run={run} />}
      </div>
      <p className={style.rule}>{ruleText(run)}</p>
      {mayWrite && whyNot !== null && (
        <p className={style.rule} id="why-not-continue">
          {whyNot}
        </p>
      )}
      {list.status === "LoadingFirstPage" && <Loading />}
      {list.status !== "LoadingFirstPage" && items.length === 0 && <Nothing isFiltered={status !== null} />}
      <ul ref={listRef} aria-label="Feedback, the newest first" {...clickGuard}>
        <EachRow items={items} keyOf={idOf} as="li">
          {(item) => (
            <FeedbackRow
              item={item}
              runNumber={run.runNumber}
              change={
                mayWrite
                  ? {
                      isSelected: selection.has(item.id),
                      onToggle: () => selection.toggle(item.id),
                      onIgnore: () => ignore([item.id]),
                      onReopen: () => reopen([item.id]),
                    }
                  : null
              }
            />
          )}
        </EachRow>
      </ul>
      <MoreRows hasMore={list.status === "CanLoadMore"} onMore={() => list.loadMore(50)} />
      {mayWrite && selection.selected.length > 0 && (
        <SelectedFeedbackBar
          items={selection.selected}
          whyNot={whyNot}
          onContinue={() => setContinuing(true)}
          onIgnore={(ids) => {
            ignore(ids);
            selection.clear();
          }}
          onReopen={(ids) => {
            reopen(ids);
            selection.clear();
          }}
          onClear={selection.clear}
        />
      )}
      {isContinuing && (
        <ContinueDialog
          run={run}
          feedbackIds={selection.selected.map(({ id }) => id)}
          onClose={() => setContinuing(false)}
          onDone={selection.clear}
        />
      )}
    </div>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <EmptyState title="No feedback is in this state" />;
  return (
    <EmptyState title="No feedback yet">
      What checks, reviewers and people say about the work of this run appears here.
    </EmptyState>
  );
}

function AddButton({ run }: { run: Run }) {
  const [isOpen, setOpen] = useState(false);
  useCommands([{ title: "Add feedback…", keys: "A", group: "Feedback", run: () => setOpen(true) }]);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        Add feedback… <ShortcutKeys keys="A" />
      </Button>
      {isOpen && <AddFeedbackDialog run={run} onClose={() => setOpen(false)} />}
    </>
  );
}

function useChanges() {
  const ignore = useProjectMutation(api.feedback.dashboard.ignore);
  const reopen = useProjectMutation(api.feedback.dashboard.reopen);
  const { perform } = usePerform();
  return {
    ignore: (feedbackIds: string[]) => void perform(() => ignore({ feedbackIds })),
    reopen: (feedbackIds: string[]) => void perform(() => reopen({ feedbackIds })),
  };
}
