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
] as const;
