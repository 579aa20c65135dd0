// All sets of questions of agents, the newest first.
import { useLocation } from "wouter";
import { answeringStatuses } from "#convex/answeringSessions/status";
import { api } from "#convex/_generated/api";
import { oneOf, useAddressParameters } from "../../urlState/useAddressParameters";
import { useProjectHref } from "../../project/project";
import { reviewStatusLabels } from "../../domain/reviews/ReviewStatus";
import { useProjectList } from "../../live/projectHooks";
import { ButtonLink } from "../../parts/Button";
import { EachRow, idOf } from "../../parts/EachRow";
import { EmptyState } from "../../parts/EmptyState";
import { FilterSelect } from "../../parts/FilterSelect";
import { Loading } from "../../parts/Loading";
import { MoreRows } from "../../parts/MoreRows";
import { PageHeader } from "../../parts/PageHeader";
import table from "../../parts/Table.module.css";
import { useRowNavigation } from "../../parts/useRowNavigation";
import { ReviewRow } from "./ReviewRow";

/** Archived ones are in the trash. */
const shownStatuses = answeringStatuses.filter((status) => status !== "archived");

export default function ReviewsPage() {
  const { get, set } = useAddressParameters();
  const [, navigate] = useLocation();
  const href = useProjectHref();
  const status = oneOf(get("status"), shownStatuses);
  const asked = status === null ? {} : { status };
  const { results, status: loading, loadMore } = useProjectList(api.answeringSessions.dashboard.list, asked);
  const { rowProps } = useRowNavigation(
    results.map(({ id }) => id),
    "review",
    (id) => navigate(href(`reviews/${id}`)),
  );
  return (
    <>
      <PageHeader title="Reviews">
        <FilterSelect
          label="State"
          anyLabel="Any state"
          value={status}
          choices={shownStatuses.map((value) => ({ value, label: reviewStatusLabels[value] ?? value }))}
          onChange={(chosen) => set({ status: chosen })}
        />
      </PageHeader>
      {loading === "LoadingFirstPage" ? (
        <Loading rows={8} />
      ) : results.length === 0 ? (
        <NoReviews isFiltered={status !== null} />
      ) : (
        <table className={table.table}>
          <thead>
            <tr className={table.names}>
              <th>Issue session</th>
              <th className={table.some}>State</th>
              <th className={table.some}>Questions</th>
              <th className={table.end}>Started</th>
            </tr>
          </thead>
          <tbody>
            <EachRow items={results} keyOf={idOf} as="tr">
              {(session) => <ReviewRow session={session} rowProps={rowProps(session.id)} />}
            </EachRow>
          </tbody>
        </table>
      )}
      <MoreRows hasMore={loading === "CanLoadMore"} onMore={() => loadMore(50)} />
    </>
  );
}

function NoReviews({ isFiltered }: { isFiltered: boolean }) {
  const href = useProjectHref();
  if (isFiltered) return <EmptyState title="No review matches">Change or clear the filter.</EmptyState>;
  return (
    <EmptyState title="No reviews yet" action={<ButtonLink href={href("sessions")}>Go to issue sessions</ButtonLink>}>
      A review collects questions that an agent could not answer itself. It starts in an issue session, and you answer
      here.
    </EmptyState>
  );
}
