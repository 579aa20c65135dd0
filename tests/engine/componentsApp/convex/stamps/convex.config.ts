import { defineComponent } from "convex/server";
import { v } from "convex/values";

export default defineComponent("stamps", { env: { INK: v.string() } });
