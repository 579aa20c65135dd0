// The types that code generation would write for the npm packages' components.
import type { ComponentApi as Aggregate } from "@convex-dev/aggregate/_generated/component.js";
import type { ComponentApi as Migrations } from "@convex-dev/migrations/_generated/component.js";
import type { ComponentApi as RateLimiter } from "@convex-dev/rate-limiter/_generated/component.js";
import { componentsGeneric } from "convex/server";

export const components = componentsGeneric() as unknown as {
  aggregate: Aggregate<"aggregate">;
  laterAggregate: Aggregate<"laterAggregate">;
  migrations: Migrations<"migrations">;
  rateLimiter: RateLimiter<"rateLimiter">;
};
