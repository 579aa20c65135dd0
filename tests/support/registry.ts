// What a clean environment still needs of this machine to install packages: the way to its network and its registry.
import { homedir } from "node:os";
import path from "node:path";

/** Proxies, certificates, and what is set for npm. */
const ofNetwork =
  /^(?:(?:https?|all|no)_proxy|NODE_EXTRA_CA_CERTS|NODE_USE_SYSTEM_CA|SSL_CERT_(?:FILE|DIR)|npm_config_.+)$/i;
/** These name folders, which npm sets for what it runs. */
const ofCommand = /^npm_config_(?:(?:local_|global_)?prefix|globalconfig|init_module|node_gyp)$/i;

export function registrySettings(): NodeJS.ProcessEnv {
  const { env } = process;
  const names = Object.keys(env).filter((name) => ofNetwork.test(name) && !ofCommand.test(name));
  return {
    ...Object.fromEntries(names.map((name) => [name, env[name]])),
    npm_config_cache: env["npm_config_cache"] ?? path.join(homedir(), ".npm"),
    npm_config_userconfig: env["npm_config_userconfig"] ?? path.join(homedir(), ".npmrc"),
  };
}
