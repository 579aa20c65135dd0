// Closed lists of a webhook. Pure: the schema uses them.

/** Why the service has disabled a webhook: its receiver answered 410, or has failed for five days. */
export const disabledReasons = ["gone", "failing"] as const;
export type DisabledReason = (typeof disabledReasons)[number];

export const deliveryStatuses = ["pending", "succeeded", "failed"] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];
