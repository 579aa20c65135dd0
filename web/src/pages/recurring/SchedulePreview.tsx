// When a schedule would start its next runs, while somebody still chooses it.
import type { FunctionArgs } from "convex/server";
import { useEffect, useState } from "react";
import { api } from "#convex/_generated/api";
import { useProjectMutation } from "../../live/projectHooks";
import { localTimeText } from "./schedule";

type Schedule = Omit<FunctionArgs<typeof api.recurringTasks.dashboard.preview>, "projectId">;

/** So long nobody has typed when the service is asked. */
const quietMs = 300;
const shownTimes = 5;

export function SchedulePreview({ schedule }: { schedule: Schedule }) {
  const preview = useProjectMutation(api.recurringTasks.dashboard.preview);
  const [times, setTimes] = useState<string[]>([]);
  const asked = JSON.stringify(schedule);
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => {
      // What is half typed is refused, and sending the form says why.
      void preview(JSON.parse(asked) as Schedule).then(
        ({ nextRuns }) => isCurrent && setTimes(nextRuns),
        () => isCurrent && setTimes([]),
      );
    }, quietMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
    // The function is another one in each render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [asked]);
  if (times.length === 0) return null;
  return <p aria-live="polite">Next, in your time: {times.slice(0, shownTimes).map(localTimeText).join(" · ")}</p>;
}
