import { callbackMutation, callbackQuery } from "../callback/builders";
import type { ChainStatus } from "../lib/chainStatus";
import { getForRunner } from "../lib/getDocument";
import { withWholeAddress } from "../lib/maskedAddress";
import { setStatus } from "./model";
import { presentWorkChain } from "./present";
import type { WorkChainView } from "./present";

type Named = { chainId: string };

export const get = callbackQuery(async (ctx, { chainId }: Named): Promise<WorkChainView> => {
  const chain = await getForRunner(ctx, "workChains", chainId);
  return withWholeAddress(presentWorkChain(chain), chain);
});

export const updateStatus = callbackMutation(
  async (ctx, { chainId, status }: Named & { status: ChainStatus }): Promise<WorkChainView> =>
    presentWorkChain(await setStatus(ctx, await getForRunner(ctx, "workChains", chainId), status)),
);
