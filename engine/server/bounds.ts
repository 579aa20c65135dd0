// What clients share at the moment, over both hosts.
import { ActionSlots } from "./actionSlots";
import { Arrivals } from "./arrivals";
import { ClientAddresses } from "./clientAddress";
import { FairReading } from "./fairReading";
import { FairStarts } from "./fairStarts";
import type { ServerLimits } from "./limits";
import { Shares } from "./shares";

export interface Bounds {
  readonly addresses: ClientAddresses;
  readonly arrivals: Arrivals;
  readonly bytes: Shares;
  readonly syncClients: Shares;
  readonly reading: FairReading;
  readonly actions: ActionSlots;
}

export function createBounds(limits: ServerLimits, trustedProxies: readonly string[]): Bounds {
  return {
    addresses: new ClientAddresses(trustedProxies),
    arrivals: new Arrivals(limits.maxArrivalsPerSecond),
    bytes: new Shares(limits.maxHeldBytes),
    syncClients: new Shares(limits.maxSyncClients),
    reading: new FairReading(),
    actions: new ActionSlots(limits, new FairStarts()),
  };
}
