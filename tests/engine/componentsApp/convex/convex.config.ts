import aggregate from "@convex-dev/aggregate/convex.config";
import migrations from "@convex-dev/migrations/convex.config";
import rateLimiter from "@convex-dev/rate-limiter/convex.config";
import { defineApp } from "convex/server";
import { v } from "convex/values";
import notes from "./notes/convex.config";

const app = defineApp({ env: { SHARED: v.optional(v.string()) } });
app.use(migrations);
app.use(rateLimiter);
app.use(aggregate);
app.use(aggregate, { name: "laterAggregate" });
app.use(notes, { name: "red", httpPrefix: "/red/", env: { COLOR: "red" } });
app.use(notes, { name: "blue", env: { COLOR: "blue", SHARED: app.env.SHARED } });
export default app;
