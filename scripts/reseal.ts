// `npm run admin -- reseal`: moves all secrets to another key. Both keys are set while it is at work, so that every
// secret can be read at every moment, and a run that was interrupted is gone on with by the next.
import { callFunction, changeVariables, Failure, listVariables } from "./adminFunctions";
import type { Result } from "./adminFunctions";
import { newEncryptionKey } from "./secrets";
import { faultsOf } from "./variables";

const keyName = "PROVIDER_KEY_ENCRYPTION_KEY";
const previousName = "PROVIDER_KEY_ENCRYPTION_KEY_PREVIOUS";

export async function reseal(givenKey: string | undefined): Promise<Result> {
  // On another deployment its own commands set the variables.
  if (process.env["CONVEX_SELF_HOSTED_URL"]) return await sealAnew();
  await moveTo(givenKey);
  const result = await sealAnew();
  if (previousName in (await listVariables())) await changeVariables({ [previousName]: null });
  return result;
}

/** Nothing is to be moved while a former run has not ended; that is gone on with. */
async function moveTo(givenKey: string | undefined): Promise<void> {
  const { [keyName]: current, [previousName]: previous } = await listVariables();
  if (previous !== undefined) {
    if (givenKey === undefined || givenKey === current) return;
    throw new Failure("A former run was interrupted: run `npm run admin -- reseal` without a key first.");
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
