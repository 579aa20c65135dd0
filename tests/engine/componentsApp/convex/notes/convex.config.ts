// The component `notes`, which the app uses twice. It has a component of its own.
import { defineComponent } from "convex/server";
import { v } from "convex/values";
import stamps from "../stamps/convex.config";

const component = defineComponent("notes", {
  env: { COLOR: v.union(v.literal("red"), v.literal("blue")), SHARED: v.optional(v.string()) },
});
component.use(stamps, { httpPrefix: "/stamps/", env: { INK: component.env.COLOR } });
export default component;
