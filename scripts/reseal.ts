// `npm run admin -- reseal`: encrypts all secrets with another key. Both keys are set while it works, so every secret
// can be read at every moment. If it was interrupted, the next call continues.
import { callFunction, changeVariables, Failure, listVariables, namesAnotherDeployment } from "./adminFunctions";
import type { Result } from "./adminFunctions";
import { newEncryptionKey } from "./secrets";
import { faultsOf } from "./variables";

const keyName = "PROVIDER_KEY_ENCRYPTION_KEY";
const previousName = "PROVIDER_KEY_ENCRYPTION_KEY_PREVIOUS";

export async function reseal(givenKey: string | undefined): Promise<Result> {
  if (namesAnotherDeployment()) return await sealElsewhere(givenKey);
  await moveTo(givenKey);
  const result = await sealAnew();
  if (previousName in (await listVariables())) await changeVariables({ [previousName]: null });
  return result;
}

/** On other deployments the operator sets the variables by that deployment's own commands. */
async function sealElsewhere(givenKey: string | undefined): Promise<Result> {
  if (givenKey === undefined) return await sealAnew();
  throw new Failure(
    "--key sets the key of the embedded deployment alone, but CONVEX_SELF_HOSTED_URL names another one. There, set " +
      `${previousName} to the present key and ${keyName} to the new one, then run this without --key.`,
  );
}

/**
 * Sets the new key and keeps the old one as the previous key. While an earlier reseal is unfinished, no further key
 * is set: the earlier one continues.
 */
async function moveTo(givenKey: string | undefined): Promise<void> {
  const { [keyName]: current, [previousName]: previous } = await listVariables();
  if (previous !== undefined) {
    if (givenKey === undefined || givenKey === current) return;
    throw new Failure("An earlier reseal was interrupted: run `npm run admin -- reseal` without a key first.");
  }
  const next = givenKey ?? newEncryptionKey();
  const [fault] = faultsOf({ [keyName]: next });
  if (fault !== undefined) throw new Failure(fault.replace(keyName, "--key"));
  if (typeof current !== "string" || current === next) return await changeVariables({ [keyName]: next });
  await changeVariables({ [keyName]: next, [previousName]: current });
}

function sealAnew(): Promise<Result> {
  return callFunction("admin/sealing:reseal", {});
}
