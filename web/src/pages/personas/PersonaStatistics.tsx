// How well a persona did.
import type { FunctionReturnType } from "convex/server";
import type { api } from "#convex/_generated/api";
import { Fact, Facts } from "../../parts/Facts";
import { Money } from "../../parts/Money";
import { durationText } from "../../parts/Time";

type Analytics = FunctionReturnType<typeof api.personas.dashboard.analytics>;

const whole = new Intl.NumberFormat();
const share = new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 0 });
const compact = new Intl.NumberFormat(undefined, { notation: "compact", maximumFractionDigits: 1 });
const score = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 });

export function successText({ successRate }: Analytics): string {
  return successRate === null ? "–" : share.format(successRate);
}

export function countText(count: number): string {
  return whole.format(count);
}

export function PersonaStatistics({ analytics }: { analytics: Analytics }) {
  const { runs, steps, failed, averageQuality, averageDurationMs, inputTokens, outputTokens, costUsd } = analytics;
  return (
    <Facts>
      <Fact name="Runs">{countText(runs)}</Fact>
      <Fact name="Steps">{countText(steps)}</Fact>
      <Fact name="Failed">{countText(failed)}</Fact>
      <Fact name="Success">{successText(analytics)}</Fact>
      <Fact name="Quality">{averageQuality === null ? "–" : score.format(averageQuality)}</Fact>
      <Fact name="Time per step">{averageDurationMs === null ? "–" : durationText(averageDurationMs)}</Fact>
      <Fact name="Cost">
        <Money usd={costUsd} />
      </Fact>
      <Fact name="Tokens in and out">
        {compact.format(inputTokens)} / {compact.format(outputTokens)}
      </Fact>
    </Facts>
  );
}
