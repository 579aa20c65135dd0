import { internal } from "../_generated/api";
import { routeBuilders } from "../api/routeBuilders";
import type { Route } from "../api/routeBuilders";

const { endpoints } = internal.events;
const { follow } = routeBuilders(() => import("./requests"));

export const routes: Route[] = [
  /** Lists what has happened in the project, oldest first, or follows it. */
  follow("/events", endpoints.list, {
    scope: "events:read",
    query: "list",
    further: endpoints.listFurther,
    positionOfId: (id) => (/^[\w-]{1,200}$/.test(id) ? id : null),
  }),
];
