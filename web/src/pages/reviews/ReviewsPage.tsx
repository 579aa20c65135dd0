// All sets of questions of agents, the newest first.
import { useLocation } from "wouter";
import { answeringStatuses } from "../../../../convex/answeringSessions/status";
import { api } from "../../../../convex/_generated/api";
import { oneOf, useParameters } from "../../address/useParameters";
import { useHref } from "../../project/project";
import { reviewWords } from "../../domain/reviews/ReviewStatus";
import { useProjectList } from "../../live/useProjectQuery";
import { ButtonLink } from "../../parts/Button";
import { EachRow, ownId } from "../../parts/EachRow";
import { Empty } from "../../parts/Empty";
import { FilterSelect } from "../../parts/FilterSelect";
import { Loading } from "../../parts/Loading";
import { MoreRows } from "../../parts/MoreRows";
import { PageHead } from "../../parts/PageHead";
import table from "../../parts/Table.module.css";
import { useRowKeys } from "../../parts/useRowKeys";
import { ReviewRow } from "./ReviewRow";

/** Archived ones are in the trash. */
const shownStatuses = answeringStatuses.filter((status) => status !== "archived");

export default function ReviewsPage() {
  const { get, set } = useParameters();
  const [, navigate] = useLocation();
  const href = useHref();
  const status = oneOf(get("status"), shownStatuses);
  const asked = status === null ? {} : { status };
  const { results, status: loading, loadMore } = useProjectList(api.answeringSessions.dashboard.list, asked);
  const { rowProps } = useRowKeys(
    results.map(({ id }) => id),
    "review",
    (id) => navigate(href(`reviews/${id}`)),
  );
  return (
    <>
      <PageHead title="Reviews">
        <FilterSelect
          label="State"
          any="Any state"
          value={status}
          choices={shownStatuses.map((value) => ({ value, label: reviewWords[value] ?? value }))}
          onChange={(chosen) => set({ status: chosen })}
        />
      </PageHead>
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
              <th className={table.end}>Begun</th>
            </tr>
          </thead>
          <tbody>
            <EachRow of={results} keyOf={ownId} as="tr">
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
  const href = useHref();
  if (isFiltered) return <Empty title="No review matches">Change the filter above, or remove it.</Empty>;
  return (
    <Empty title="No reviews yet" action={<ButtonLink href={href("sessions")}>Open an issue session</ButtonLink>}>
      A review holds what an agent could not know. It begins in an issue session; you answer here.
    </Empty>
  );
}
