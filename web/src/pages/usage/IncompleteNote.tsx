// After an upgrade the service adds usage that the older version has recorded, and some may still be missing.
import { ExactTime } from "../../parts/Time";
import { useUsageSums } from "./useUsageSums";
import style from "./UsagePage.module.css";

export function IncompleteNote({ startDate }: { startDate: string }) {
  const result = useUsageSums("model", startDate);
  const completeSince = result.kind === "ready" ? result.value.completeSince : null;
  if (completeSince === null || completeSince < startDate) return null;
  return (
    <p role="status" className={style.note}>
      The sums by model, workflow, persona and run are complete since <ExactTime at={completeSince} />. Earlier usage is
      being added after the upgrade.
    </p>
  );
}
