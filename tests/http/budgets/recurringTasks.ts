import type { Area } from "../../support/readBudgets/area";

const schedule = { frequency: "daily", timezone: "UTC", scheduledHour: 9, scheduledMinute: 0 };
const task = { title: "Upgrade", prompt: "Go.", frequency: "daily", timezone: "UTC", scheduledHour: 9 };

const paginationOpts = { numItems: 3, cursor: null };

export const area: Area = {
  rows: {
    recurringTasks: (at) => ({
      projectId: at.projectId,
      title: at.unique,
      prompt: "Go.",
      frequency: "weekly",
      targetWorkflowId: at.parent("workflows"),
      isActive: true,
      timezone: "UTC",
      scheduledHour: 9,
      scheduledMinute: 0,
      anchorDate: "2100-01-01",
      nextRunAtMs: Date.parse("2100-01-01T09:00:00Z"),
      updatedAtMs: 0,
    }),
  },
  budgets: [
    ["GET /recurring-tasks", 8, { limit: 3 }],
    ["GET /recurring-tasks/:id", 5, ({ publicId }) => ({ id: publicId("recurringTasks") })],
    [
      "POST /recurring-tasks",
      6,
      ({ publicId }) => ({ ...task, scheduledMinute: 0, targetWorkflowId: publicId("workflows") }),
    ],
    [
      "PUT /recurring-tasks/:id",
      7,
      ({ publicId }) => ({
        id: publicId("recurringTasks"),
        scheduledMinute: 1,
        targetWorkflowId: publicId("workflows"),
      }),
    ],
    ["PUT /recurring-tasks/:id/toggle", 6, ({ publicId }) => ({ id: publicId("recurringTasks"), isActive: false })],
    ["PUT /recurring-tasks/:id/toggle", 7, ({ publicId }) => ({ id: publicId("recurringTasks"), isActive: true })],
    ["POST /recurring-tasks/preview", 3, schedule],
    ["DELETE /recurring-tasks/:id", 5, ({ publicId }) => ({ id: publicId("recurringTasks", 2) })],
    ["function recurringTasks/dashboard:list", 6, ({ projectId }) => ({ projectId, paginationOpts })],
    [
      "function recurringTasks/dashboard:get",
      4,
      ({ projectId, publicId }) => ({ projectId, id: publicId("recurringTasks") }),
    ],
    [
      "function recurringTasks/dashboard:create",
      7,
      ({ projectId, publicId }) => ({
        projectId,
        ...task,
        scheduledMinute: 0,
        targetWorkflowId: publicId("workflows"),
      }),
    ],
    [
      "function recurringTasks/dashboard:update",
      8,
      ({ projectId, publicId }) => ({
        projectId,
        id: publicId("recurringTasks", 10),
        scheduledMinute: 1,
        targetWorkflowId: publicId("workflows"),
      }),
    ],
    [
      "function recurringTasks/dashboard:toggle",
      6,
      ({ projectId, publicId }) => ({ projectId, id: publicId("recurringTasks", 10) }),
    ],
    ["function recurringTasks/dashboard:preview", 3, ({ projectId }) => ({ projectId, ...schedule })],
    [
      "function recurringTasks/dashboard:remove",
      5,
      ({ projectId, publicId }) => ({ projectId, id: publicId("recurringTasks", 12) }),
    ],
  ],
};
