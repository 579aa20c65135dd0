// What the runs of the period came to: how many of their pull requests were merged, by day, and by workflow, persona,
// model or agent with what a merged one cost.
import { Loaded } from "../../parts/Loaded";
import { Loading } from "../../parts/Loading";
import { Section } from "../../parts/Section";
import { Select } from "../../parts/Select";
import { OutcomesByDay } from "./OutcomesByDay";
import { OutcomeTable } from "./OutcomeTable";
import { outcomeGroupings, groupingNames, useOutcomes } from "./useOutcomes";
import type { OutcomeGrouping } from "./useOutcomes";
import style from "./UsagePage.module.css";

interface Props {
  startDate: string;
  groupBy: OutcomeGrouping;
  onGroupBy: (groupBy: OutcomeGrouping) => void;
}

export function Outcomes({ startDate, groupBy, onGroupBy }: Props) {
  const result = useOutcomes(groupBy, startDate);
  return (
    <Section title="Outcomes">
      {/* It stays while another answer loads, so that it keeps the focus. */}
      <div className={style.choice}>
        <Select
          label="Show outcomes by"
          look="bare"
          value={groupBy}
          choices={outcomeGroupings.map((each) => ({ value: each, label: groupingNames[each] }))}
          onChange={onGroupBy}
        />
      </div>
      <Loaded result={result} loading={<Loading rows={3} />}>
        {({ rows, days }) => (
          <>
            <OutcomesByDay days={days} startDate={startDate} />
            {rows.length === 0 ? (
              <p className={style.nothing}>No run was created in this period.</p>
            ) : (
              <OutcomeTable groupBy={groupBy} rows={rows} />
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}
