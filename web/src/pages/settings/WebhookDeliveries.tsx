// What was sent to a webhook, with each attempt.
import type { FunctionReturnType } from "convex/server";
import { useState } from "react";
import { api } from "#convex/_generated/api";
import { useHasPermission } from "../../project/project";
import { useProjectList, useProjectMutation } from "../../live/projectHooks";
import { usePerform } from "../../live/usePerform";
import { Button } from "../../parts/Button";
import { EachRow, idOf } from "../../parts/EachRow";
import { EmptyState } from "../../parts/EmptyState";
import { FilterSelect } from "../../parts/FilterSelect";
import { Loading } from "../../parts/Loading";
import { MoreRows } from "../../parts/MoreRows";
import { Status } from "../../parts/Status";
import table from "../../parts/Table.module.css";
import { TimeAgo } from "../../parts/Time";
import type { Webhook } from "./WebhookStatus";

type Delivery = FunctionReturnType<typeof api.webhooks.dashboard.deliveries>["page"][number];

const statuses = {
  pending: { status: "pending", label: "Pending" },
  succeeded: { status: "success", label: "Arrived" },
  failed: { status: "failed", label: "Failed" },
} as const;

const choices = (["pending", "succeeded", "failed"] as const).map((value) => {
  return { value, label: statuses[value].label };
});

export function WebhookDeliveries({ webhook: { id, isEnabled } }: { webhook: Webhook }) {
  const [status, setStatus] = useState<Delivery["status"] | null>(null);
  const asked = status === null ? { id } : { id, status };
  const { results, status: loading, loadMore } = useProjectList(api.webhooks.dashboard.deliveries, asked);
  return (
    <>
      <FilterSelect label="State" anyLabel="Any state" value={status} choices={choices} onChange={setStatus} />
      {loading === "LoadingFirstPage" ? (
        <Loading />
      ) : results.length === 0 ? (
        <EmptyState title="No deliveries">Each event that the webhook asks for is listed here for 30 days.</EmptyState>
      ) : (
        <table className={table.table}>
          <thead>
            <tr className={table.names}>
              <th>Event</th>
              <th className={table.state}>State</th>
              <th className={table.some}>Attempts</th>
              <th className={table.end}>
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            <EachRow items={results} keyOf={idOf} as="tr">
              {(delivery) => <DeliveryRow delivery={delivery} isEnabled={isEnabled} />}
            </EachRow>
          </tbody>
        </table>
      )}
      <MoreRows hasMore={loading === "CanLoadMore"} onMore={() => loadMore(50)} />
    </>
  );
}

function DeliveryRow({ delivery, isEnabled }: { delivery: Delivery; isEnabled: boolean }) {
  const mayManage = useHasPermission("webhooks:manage");
  const retry = useProjectMutation(api.webhooks.dashboard.retry);
  const { perform, isPending } = usePerform();
  const { id: deliveryId, webhookId: id, eventType, eventId, status, createdAt, nextAttemptAt, attempts } = delivery;
  return (
    <tr className={table.row}>
      <td className={table.main}>
        {eventType} <TimeAgo at={createdAt} />
        <span className={table.below}>{eventId}</span>
      </td>
      <td className={table.state}>
        <Status {...statuses[status]} />
        {nextAttemptAt !== null && (
          <span className={table.below}>
            {isEnabled ? (
              <>
                next <TimeAgo at={nextAttemptAt} />
              </>
            ) : (
              "when it is enabled"
            )}
          </span>
        )}
      </td>
      <td className={table.some} data-label="Attempts">
        {attempts.length === 0 ? (
          "None yet"
        ) : (
          <ul>
            {attempts.map((attempt) => (
              <li key={attempt.at}>
                <TimeAgo at={attempt.at} />: {attempt.error ?? attempt.statusCode} ({attempt.durationMs} ms)
              </li>
            ))}
          </ul>
        )}
      </td>
      <td className={table.end}>
        {mayManage && (
          <Button
            disabled={isPending}
            aria-label={`Send again: ${eventType}`}
            onClick={() => void perform(() => retry({ id, deliveryId }), "It is sent again.")}
          >
            Send again
          </Button>
        )}
      </td>
    </tr>
  );
}
