import { expect, it } from "vitest";
import { builtOnce } from "./builtOnce";

it("builds once for each maker, also when the making takes time", async () => {
  let built = 0;
  const make = async () => ({ number: ++built });
  const other = () => ({ number: ++built });
  expect(await builtOnce(make)).toEqual({ number: 1 });
  expect(await builtOnce(make)).toBe(await builtOnce(make));
  expect(await builtOnce(other)).toEqual({ number: 2 });
});

it("builds again when building has failed", async () => {
  let tries = 0;
  const make = async () => {
    if (++tries === 1) throw new Error("not yet");
    return "built";
  };
  await expect(builtOnce(make)).rejects.toThrow("not yet");
  expect(await builtOnce(make)).toBe("built");
});
