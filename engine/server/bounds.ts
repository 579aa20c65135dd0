// What clients share at the moment, over both hosts.
import { ActionSlots } from "./actionSlots";
import { ClientAddresses } from "./clientAddress";
import type { ServerLimits } from "./limits";
import { Shares } from "./shares";

export interface Bounds {
  readonly addresses: ClientAddresses;
  readonly bytes: Shares;
  readonly syncClients: Shares;
  readonly actions: ActionSlots;
}

export function createBounds(limits: ServerLimits, trustedProxies: readonly string[]): Bounds {
  return {
    addresses: new ClientAddresses(trustedProxies),
    bytes: new Shares(limits.maxHeldBytes),
    syncClients: new Shares(limits.maxSyncClients),
    actions: new ActionSlots(limits),
  };
}
