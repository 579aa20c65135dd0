import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { samplesBy } from "../lib/metrics";
import type { Metric } from "../lib/metrics";

const maxDeliveries = 500;
const maxWebhooks = 200;

const outcomes = ["pending", "retrying", "succeeded", "failed"] as const;
const states = ["ok", "failing", "disabled"] as const;

/** The newest messages of all projects, by what has come of them, and the webhooks by how they fare. */
export async function webhookMetrics(ctx: QueryCtx): Promise<Metric[]> {
  const [deliveries, webhooks, kept] = await Promise.all([
    ctx.db.query("webhookDeliveries").order("desc").take(maxDeliveries),
    ctx.db.query("webhooks").take(maxWebhooks),
    ctx.db.query("webhookStates").take(maxWebhooks),
  ]);
  const failing = new Set(kept.flatMap((each) => (each.failingSinceMs === undefined ? [] : [each.webhookId])));
  const stateOf = ({ _id, isEnabled }: Doc<"webhooks">) =>
    isEnabled ? (failing.has(_id) ? "failing" : "ok") : "disabled";
  return [
    {
      name: "switchyard_webhook_deliveries",
      help: `The newest ${maxDeliveries} messages to webhooks, by outcome.`,
      samples: samplesBy("outcome", outcomes, deliveries.map(outcomeOf)),
    },
    {
      name: "switchyard_webhooks",
      help: `Webhooks by state, counted up to ${maxWebhooks}.`,
      samples: samplesBy("state", states, webhooks.map(stateOf)),
    },
  ];
}

function outcomeOf({ status, tries }: Doc<"webhookDeliveries">): (typeof outcomes)[number] {
  return status === "pending" && tries > 0 ? "retrying" : status;
}
