// The bounds of the settings together keep their row below 1 MiB, the most that the database stores in a row.
import * as z from "zod/mini";
import { followUpField } from "../lib/followUp";
import { jsonAtMost, plainJson } from "../lib/fields";

const setting = <Schema extends z.ZodMiniType>(schema: Schema) => z.optional(z.nullable(schema));
const text = (most: number) => setting(z.string().check(z.minLength(1), z.maxLength(most)));
const prompt = () => text(40_000);
const names = () => setting(z.array(z.string().check(z.minLength(1), z.maxLength(100))).check(z.maxLength(100)));

const variableRule = "must be the name of a variable: letters, digits and _, no digit first";
const variableName = () => z.string().check(z.regex(/^[A-Za-z_][A-Za-z0-9_]*$/, variableRule));
const variables = () => setting(z.record(variableName(), z.string()).check(jsonAtMost(32_000), ...plainJson()));

/** Only the fields in the request change. Null clears a field. */
export const update = () =>
  z.strictObject({
    sandboxSystemPrompt: prompt(),
    agentMd: prompt(),
    issueDiscoveryPrompt: prompt(),
    selectedSkills: names(),
    selectedCommands: names(),
    selectedScripts: names(),
    envVars: variables(),
    deployEnvVars: variables(),
    testUserCredentials: setting(z.record(z.string(), z.unknown()).check(jsonAtMost(10_000), ...plainJson())),
    backendDeployKey: text(1000),
    backendDevKey: text(1000),
    learningTemplateId: text(200),
    learningModel: text(200),
    mergingTemplateId: text(200),
    mergingModel: text(200),
    followUp: followUpField(),
    maxConcurrentRuns: setting(z.int().check(z.minimum(1), z.maximum(1000))),
    retainRunsDays: setting(z.int().check(z.minimum(1), z.maximum(3650))),
    gitCommitName: text(200),
    gitCommitEmail: setting(
      z.string().check(z.maxLength(254), z.regex(/^[^\s@]+@[^\s@]+$/, "must be an e-mail address")),
    ),
  });

export type SettingsRequest = z.infer<ReturnType<typeof update>>;

// The schema of the job runner's operation on settings.

export const get = () => z.strictObject({ projectId: z.string() });
