import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";

export default defineSchema({ stamps: defineTable({ text: v.string(), ink: v.string() }) });
