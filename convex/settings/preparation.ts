// Encrypts the secrets in a request that changes settings, so that the transaction receives only ciphertexts.
import type { Preparation } from "../api/routeBuilders";
import type { Id } from "../_generated/dataModel";
import { seal } from "../lib/encryption";
import type { Sealed } from "../lib/encryption";
import { secretSettingAssociatedData } from "../sealing/associatedData";
import type { SecretSettings } from "./model";
import type { SettingsRequest } from "./requests";

type SecretName = keyof SecretSettings;
type Variables = { name: string; value: string }[];

/** Null clears a setting. A setting that is absent stays as it is. */
export type SettingsChanges = {
  plain: Omit<SettingsRequest, SecretName | "envVars" | "deployEnvVars"> & {
    envVars?: Variables | null;
    deployEnvVars?: Variables | null;
  };
  secrets: Partial<Record<SecretName, Sealed | null>>;
};

export const settingsPreparation: Preparation<SettingsRequest, SettingsChanges> = {
  async prepare(request, projectId) {
    const { backendDeployKey, backendDevKey, testUserCredentials, envVars, deployEnvVars, ...others } = request;
    const credentials = testUserCredentials == null ? testUserCredentials : JSON.stringify(testUserCredentials);
    const secrets = await sealAll({ backendDeployKey, backendDevKey, testUserCredentials: credentials }, projectId);
    const plain: SettingsChanges["plain"] = others;
    if (envVars !== undefined) plain.envVars = pairs(envVars);
    if (deployEnvVars !== undefined) plain.deployEnvVars = pairs(deployEnvVars);
    return { input: { plain, secrets } };
  },
};

async function sealAll(
  texts: Record<SecretName, string | null | undefined>,
  projectId: Id<"projects">,
): Promise<SettingsChanges["secrets"]> {
  const secrets: SettingsChanges["secrets"] = {};
  for (const name of ["backendDeployKey", "backendDevKey", "testUserCredentials"] as const) {
    const text = texts[name];
    if (text === null) secrets[name] = null;
    else if (text !== undefined) secrets[name] = await seal(text, secretSettingAssociatedData(projectId, name));
  }
  return secrets;
}

function pairs(variables: Record<string, string> | null): Variables | null {
  return variables === null ? null : Object.entries(variables).map(([name, value]) => ({ name, value }));
}
