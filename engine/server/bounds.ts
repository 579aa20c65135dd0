// Counts what clients currently share, over both hosts.
import { ActionSlots } from "./actionSlots";
import { Admission } from "./admission";
import { ClientAddresses } from "./clientAddress";
import { FairReading } from "./fairReading";
import { FairStarts } from "./fairStarts";
import type { ServerLimits } from "./limits";
import { Shares } from "./shares";

export interface Bounds {
  readonly addresses: ClientAddresses;
  readonly admission: Admission;
  readonly bytes: Shares;
  readonly syncClients: Shares;
  readonly reading: FairReading;
  readonly actions: ActionSlots;
}

export function createBounds(limits: ServerLimits, trustedProxies: readonly string[]): Bounds {
  return {
    addresses: new ClientAddresses(trustedProxies),
    admission: new Admission(limits.maxArrivalsPerSecond),
    bytes: new Shares(limits.maxHeldBytes),
    syncClients: new Shares(limits.maxSyncClients),
    reading: new FairReading(),
    actions: new ActionSlots(limits, new FairStarts()),
  };
}
