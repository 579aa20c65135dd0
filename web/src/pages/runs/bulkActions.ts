// What can be done with many runs at once.

export const bulkActions = [
  { name: "pause", label: "Pause", keys: "p", done: "paused" },
  { name: "resume", label: "Resume", keys: "u", done: "resumed" },
  { name: "cancel", label: "Cancel", keys: "Delete", done: "cancelled" },
  { name: "restart", label: "Restart", keys: "r", done: "restarted" },
  { name: "delete", label: "Move to the trash", keys: "shift+Delete", done: "moved to the trash" },
] as const;

export type BulkChoice = (typeof bulkActions)[number];
