// What the project's work has cost: by day, by service and model, and by workflow. Each chart has its table and a
// sentence, so that nobody needs to see it.
import { api } from "../../../../convex/_generated/api";
import { oneOf, useParameters } from "../../address/useParameters";
import { useProjectList } from "../../live/useProjectQuery";
import { Empty } from "../../parts/Empty";
import { Loading } from "../../parts/Loading";
import { PageHead } from "../../parts/PageHead";
import { Section } from "../../parts/Section";
import { Select } from "../../parts/Select";
import { BySource } from "./BySource";
import { ByWorkflow } from "./ByWorkflow";
import { Days } from "./Days";
import { firstDay, periods } from "./periods";
import { Totals } from "./Totals";

export default function UsagePage() {
  const { get, set } = useParameters();
  const period = oneOf(get("period"), periods) ?? "30";
  const startDate = firstDay(Number(period), Date.now());
  const { results: days, status, loadMore } = useProjectList(api.analytics.dashboard.dailyStats, { startDate }, 100);
  if (status === "CanLoadMore") loadMore(100);
  return (
    <>
      <PageHead
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
        <Empty title="Nothing was used in this time">
          Runs report what their agents used. It appears here within seconds.
        </Empty>
      ) : (
        <>
          <Totals days={days} />
          <Section title="Cost by day">
            <Days days={days} startDate={startDate} />
          </Section>
          <Section title="By model and service">
            <BySource startDate={startDate} />
          </Section>
          <Section title="By workflow">
            <ByWorkflow since={Date.parse(startDate)} />
          </Section>
        </>
      )}
    </>
  );
}
