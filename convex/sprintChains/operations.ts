import { callbackMutation, callbackQuery } from "../callback/builders";
import type { ChainStatus } from "../lib/chainStatus";
import { getForRunner } from "../lib/getDocument";
import { withWholeAddress } from "../lib/maskedAddress";
import type { UpdatePrRequest } from "./requests";
import { recordPullRequest, setStatus } from "./model";
import { presentDetail } from "./present";
import type { SprintChainDetailView } from "./present";

type Named = { chainId: string };

export const get = callbackQuery(async (ctx, { chainId }: Named): Promise<SprintChainDetailView> => {
  const chain = await getForRunner(ctx, "sprintChains", chainId);
  return withWholeAddress(await presentDetail(ctx, chain), chain);
});

export const updateStatus = callbackMutation(
  async (ctx, { chainId, status }: Named & { status: ChainStatus }): Promise<SprintChainDetailView> =>
    presentDetail(ctx, await setStatus(ctx, await getForRunner(ctx, "sprintChains", chainId), status)),
);

export const updatePr = callbackMutation(
  async (ctx, { chainId, sprintIndex, prUrl }: UpdatePrRequest): Promise<SprintChainDetailView> => {
    const chain = await getForRunner(ctx, "sprintChains", chainId);
    return await presentDetail(ctx, await recordPullRequest(ctx, chain, sprintIndex, prUrl));
  },
);
