// What git and the hosts wrote, as it was recorded with LC_ALL=C.
import { expect, it } from "vitest";
import { explainRemoteFailure } from "./explainRemoteFailure";

const advice =
  "fatal: Could not read from remote repository.\n\nPlease make sure you have the correct access rights\nand the repository exists.";

it.each([
  ["host_key", `Host key verification failed.\n${advice}`],
  ["host_key", `@ WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED! @\nHost key verification failed.\n${advice}`],
  ["no_access", `git@github.com: Permission denied (publickey).\n${advice}`],
  ["no_access", "fatal: could not read Username for 'https://github.com': terminal prompts disabled"],
  ["no_access", "remote: Invalid username or password.\nfatal: Authentication failed for 'https://github.com/a/b/'"],
  ["no_access", "fatal: unable to access 'https://a.example/b/': The requested URL returned error: 403"],
  ["no_access", "fatal: detected dubious ownership in repository at '/srv/shop.git'"],
  ["not_found", "remote: Repository not found.\nfatal: repository 'https://github.com/a/b/' not found"],
  ["not_found", `ERROR: Repository not found.\n${advice}`],
  ["not_found", `fatal: '/srv/plain' does not appear to be a git repository\n${advice}`],
  ["unreachable", "fatal: unable to access 'https://a.invalid/b/': Could not resolve host: a.invalid"],
  ["unreachable", `ssh: Could not resolve hostname a.invalid: Name or service not known\n${advice}`],
  ["unreachable", `ssh: connect to host 127.0.0.1 port 9: Connection refused\n${advice}`],
  ["unreachable", "fatal: unable to access 'http://127.0.0.1:9/x/': Failed to connect to 127.0.0.1 port 9 after 0 ms"],
  ["unreachable", "\nIt took longer than 30 seconds."],
  ["certificate", "fatal: unable to access 'https://a.example/': SSL certificate problem: self-signed certificate"],
  ["other", "fatal: protocol error: bad line length character: Welc"],
])("is %s for: %s", (reason, output) => {
  const explained = explainRemoteFailure(output, null);
  expect(explained.reason).toBe(reason);
  expect(explained.error).not.toMatch(/fatal|remote:|srv/);
});

it("says why the project's key did not go to the address, where access is refused and nowhere else", () => {
  const refusal = "The key belongs to https://code.example.";
  expect(explainRemoteFailure("fatal: Authentication failed for 'https://a.example/'", refusal).error).toContain(
    refusal,
  );
  expect(explainRemoteFailure("fatal: repository 'https://a.example/' not found", refusal).error).not.toContain(
    refusal,
  );
});
