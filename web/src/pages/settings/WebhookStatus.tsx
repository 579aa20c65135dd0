// Whether a webhook sends, and whether what it sends arrives.
import type { FunctionReturnType } from "convex/server";
import type { api } from "#convex/_generated/api";
import { Status } from "../../parts/Status";

export type Webhook = FunctionReturnType<typeof api.webhooks.dashboard.get>;

export const reasons = {
  gone: "Its receiver answered 410, which means that it is gone.",
  failing: "No message has arrived there for five days.",
} as const;

export function WebhookStatus({ webhook: { isEnabled, disabledReason, failingSince } }: { webhook: Webhook }) {
  if (!isEnabled) {
    return disabledReason === null ? (
      <Status status="off" label="Disabled" />
    ) : (
      <Status status="failed" label="Disabled after failures" />
    );
  }
  return failingSince === null ? (
    <Status status="active" label="Enabled" />
  ) : (
    <Status status="waiting" label="Failing" />
  );
}
