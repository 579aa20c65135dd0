// Counts what clients currently share, over both hosts.
import { ActionSlots } from "./actionSlots";
import { ConnectionAdmission } from "./connectionAdmission";
import { ClientAddresses } from "./clientAddress";
import { ReadingTurns } from "./readingTurns";
import { FairRequestStart } from "./fairRequestStart";
import type { ServerLimits } from "./limits";
import { SharedCapacity } from "./sharedCapacity";

export interface SharedResources {
  readonly addresses: ClientAddresses;
  readonly admission: ConnectionAdmission;
  readonly bytes: SharedCapacity;
  readonly syncClients: SharedCapacity;
  readonly reading: ReadingTurns;
  readonly unread: SharedCapacity;
  readonly actions: ActionSlots;
}

export function createSharedResources(limits: ServerLimits, trustedProxies: readonly string[]): SharedResources {
  return {
    addresses: new ClientAddresses(trustedProxies),
    admission: new ConnectionAdmission(limits.maxArrivalsPerSecond),
    bytes: new SharedCapacity(limits.maxHeldBytes),
    syncClients: new SharedCapacity(limits.maxSyncClients),
    reading: new ReadingTurns(),
    unread: new SharedCapacity(limits.maxUnreadBytes),
    actions: new ActionSlots(limits, new FairRequestStart()),
  };
}
