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
] as const;
