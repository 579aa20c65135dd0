import { expect, it } from "vitest";
import { buildOnce } from "./buildOnce";

it("builds once for each function, also when building takes time", async () => {
  let built = 0;
  const make = async () => ({ number: ++built });
  const other = () => ({ number: ++built });
  expect(await buildOnce(make)).toEqual({ number: 1 });
  expect(await buildOnce(make)).toBe(await buildOnce(make));
  expect(await buildOnce(other)).toEqual({ number: 2 });
});

it("builds again when building has failed", async () => {
  let tries = 0;
  const make = async () => {
    if (++tries === 1) throw new Error("not yet");
    return "built";
  };
  await expect(buildOnce(make)).rejects.toThrow("not yet");
  expect(await buildOnce(make)).toBe("built");
});
