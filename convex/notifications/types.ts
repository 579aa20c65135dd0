export const notificationTypes = [
  "run_completed",
  "run_failed",
  "pr_created",
  "pr_merged",
  "pr_failed",
  "member_joined",
  "workflow_completed",
  "sprint_completed",
  "sprint_failed",
  // The first usage of a service and model without a price.
  "usage_unrated",
  "webhook_disabled",
  "api_key_expiring",
  // A budget warns, or is reached.
  "budget",
] as const;
