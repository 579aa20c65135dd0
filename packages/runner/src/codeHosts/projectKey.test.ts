import { expect, it } from "vitest";
import { readCodeHostKey } from "./projectKey";
import type { Call } from "../service/callback";

const url = "https://git.example/acme/shop.git";

async function read(key: string) {
  const call: Call = async () => ({ provider: "code_host", key, source: "platform" }) as never;
  return await readCodeHostKey(call, "proj_1", url);
}

it("a key is used without the white space around it, and never with a line break in it", async () => {
  expect(await read(" ghp_first\n")).toEqual({ token: "ghp_first", refusalReason: null });
  for (const key of ["ghp_first\nhost=evil.example", "ghp_first\u0000", "ghp_first\u0085second"]) {
    const { token, refusalReason } = await read(key);
    expect(token).toBeNull();
    expect(refusalReason).toMatch(/has a line break or another control character in it/);
    expect(refusalReason).not.toContain("ghp_");
  }
});
