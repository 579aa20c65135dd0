// What the project's work has cost and come to: by day, model, workflow and persona, and the runs that cost most. The
// service keeps the sums. Each chart has its table and a sentence, so that nobody needs to see it.
import { api } from "#convex/_generated/api";
import { oneOf, useAddressParameters } from "../../urlState/useAddressParameters";
import { useProjectList } from "../../live/projectHooks";
import { EmptyState } from "../../parts/EmptyState";
import { Loading } from "../../parts/Loading";
import { PageHeader } from "../../parts/PageHeader";
import { Section } from "../../parts/Section";
import { Select } from "../../parts/Select";
import { CostByDay } from "./CostByDay";
import { firstDay, periods } from "./periods";
import { IncompleteNote } from "./IncompleteNote";
import { Outcomes } from "./Outcomes";
import { TopRuns } from "./TopRuns";
import { UsageBreakdown } from "./UsageBreakdown";
import { UsageTotals } from "./UsageTotals";
import { outcomeGroupings } from "./useOutcomes";
import { chartDimensions } from "./useUsageSums";

export default function UsagePage() {
  const { get, set } = useAddressParameters();
  const period = oneOf(get("period"), periods) ?? "30";
  const dimension = oneOf(get("by"), chartDimensions) ?? "model";
  const groupBy = oneOf(get("outcomes"), outcomeGroupings) ?? "workflow";
  const startDate = firstDay(Number(period), Date.now());
  const { results: days, status, loadMore } = useProjectList(api.analytics.dashboard.dailyStats, { startDate }, 100);
  if (status === "CanLoadMore") loadMore(100);
  return (
    <>
      <PageHeader
        title="Usage"
        actions={
          <Select
            label="Period"
            value={period}
            choices={periods.map((days) => ({ value: days, label: days === "1" ? "Today" : `Last ${days} days` }))}
            onChange={(days) => set({ period: days === "30" ? null : days })}
          />
        }
      />
      {status === "LoadingFirstPage" ? (
        <Loading />
      ) : days.length === 0 ? (
        <EmptyState title="No usage in this period">
          Runs report what their agents used. It appears here within seconds.
        </EmptyState>
      ) : (
        <>
          <UsageTotals days={days} />
          <IncompleteNote startDate={startDate} />
          <Section title="Cost by day">
            <CostByDay
              days={days}
              startDate={startDate}
              dimension={dimension}
              onDimension={(by) => set({ by: by === "model" ? null : by })}
            />
          </Section>
          <Outcomes
            startDate={startDate}
            groupBy={groupBy}
            onGroupBy={(by) => set({ outcomes: by === "workflow" ? null : by })}
          />
          {chartDimensions.map((each) => (
            <UsageBreakdown key={each} dimension={each} startDate={startDate} isCharted={each === dimension} />
          ))}
          <TopRuns startDate={startDate} />
        </>
      )}
    </>
  );
}
