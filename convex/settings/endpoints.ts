import type { Doc } from "../_generated/dataModel";
import { projectMutation, projectQuery } from "../api/builders";
import type { NoInput } from "../api/routes";
import { findSettings } from "./model";
import { presentPlainSettings } from "./present";
import type { PlainSettingsView } from "./present";
import type { SettingsChanges } from "./preparation";
import { changeSettings } from "./update";

/** Of a secret, its last four characters; null where it is not set. */
interface SettingsView extends PlainSettingsView {
  backendDeployKey: string | null;
  backendDevKey: string | null;
  testUserCredentials: string | null;
}

export const get = projectQuery(async (ctx, _input: NoInput): Promise<SettingsView> =>
  present(await findSettings(ctx, ctx.project._id)),
);

export const update = projectMutation(async (ctx, changes: SettingsChanges): Promise<SettingsView> => {
  await changeSettings(ctx, ctx.project._id, changes);
  return present(await findSettings(ctx, ctx.project._id));
});

function present(row: Doc<"projectSettings"> | null): SettingsView {
  return {
    ...presentPlainSettings(row),
    backendDeployKey: row?.secrets.backendDeployKey?.lastFour ?? null,
    backendDevKey: row?.secrets.backendDevKey?.lastFour ?? null,
    testUserCredentials: row?.secrets.testUserCredentials?.lastFour ?? null,
  };
}
