// What the project's work has cost: by day, by service and model, and by workflow. Each chart has its table and a
// sentence, so that nobody needs to see it.
import { api } from "#convex/_generated/api";
import { oneOf, useAddressParameters } from "../../address/useAddressParameters";
import { useProjectList } from "../../live/projectHooks";
import { EmptyState } from "../../parts/EmptyState";
import { Loading } from "../../parts/Loading";
import { PageHeader } from "../../parts/PageHeader";
import { Section } from "../../parts/Section";
import { Select } from "../../parts/Select";
import { CostByModel } from "./CostByModel";
import { CostByWorkflow } from "./CostByWorkflow";
import { CostByDay } from "./CostByDay";
import { firstDay, periods } from "./periods";
import { UsageTotals } from "./UsageTotals";

export default function UsagePage() {
  const { get, set } = useAddressParameters();
  const period = oneOf(get("period"), periods) ?? "30";
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
          <Section title="Cost by day">
            <CostByDay days={days} startDate={startDate} />
          </Section>
          <Section title="By model and service">
            <CostByModel startDate={startDate} />
          </Section>
          <Section title="By workflow">
            <CostByWorkflow since={Date.parse(startDate)} />
          </Section>
        </>
      )}
    </>
  );
}
