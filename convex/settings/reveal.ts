// Decrypts the secrets of a project's settings. Only the job runner receives them.
import { decrypt } from "../lib/encryption";
import type { SealedSettings } from "./operations";
import { secretSettingAssociatedData } from "../sealing/associatedData";
import type { SecretSettings } from "./model";
import { presentPlainSettings } from "./present";
import type { PlainSettingsView } from "./present";

export interface RevealedSettings extends PlainSettingsView {
  backendDeployKey: string | null;
  backendDevKey: string | null;
  /** The JSON object that was set. */
  testUserCredentials: unknown;
}

export async function revealSettings({ projectId, settings }: SealedSettings): Promise<RevealedSettings> {
  const reveal = async (name: keyof SecretSettings): Promise<string | null> => {
    const secret = settings?.secrets[name];
    return secret === undefined ? null : await decrypt(secret.ciphertext, secretSettingAssociatedData(projectId, name));
  };
  const credentials = await reveal("testUserCredentials");
  return {
    ...presentPlainSettings(settings),
    backendDeployKey: await reveal("backendDeployKey"),
    backendDevKey: await reveal("backendDevKey"),
    testUserCredentials: credentials === null ? null : JSON.parse(credentials),
  };
}
