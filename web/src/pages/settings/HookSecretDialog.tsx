// The secret of a new hook, and what the settings of the repository at the code host need.
import { CopyButton } from "../../parts/CopyButton";
import { Fact, FactRows } from "../../parts/Facts";
import { hostNames, hostWords } from "./hookHosts";
import type { NewHook } from "./NewHookDialog";
import { SecretDialog } from "./SecretDialog";

export function HookSecretDialog({ hook: { kind, url, secret }, onClose }: { hook: NewHook; onClose: () => void }) {
  const { address, secret: nameOfSecret, others } = hostWords[kind];
  const host = hostNames[kind];
  return (
    <SecretDialog title={`The secret of the hook for ${host}`} secret={secret} onClose={onClose}>
      <p>
        In the settings of the repository at {host}, add a webhook. {host} must be able to reach its address.
      </p>
      <FactRows>
        <Fact name={address}>
          <bdi>{url}</bdi> <CopyButton text={url} what="Copy the address" />
        </Fact>
        <Fact name={nameOfSecret}>the secret above</Fact>
        {others.map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </FactRows>
    </SecretDialog>
  );
}
