// Where requests go, by the base that people give.
import { expect, it } from "vitest";
import { Switchyard } from "./index";

async function addressFor(baseUrl: string): Promise<string> {
  const asked: string[] = [];
  const fetch = async (url: string) => {
    asked.push(url);
    return Response.json({ data: {} });
  };
  await new Switchyard({ baseUrl, apiKey: "key", fetch }).runs.get({ id: "r_1" });
  return asked.join(" ");
}

it.each(["", "/", "/api/v1", "/api/v1/"])("the base with %j at its end leads to the same address", async (end) => {
  expect(await addressFor(`https://service.example${end}`)).toBe("https://service.example/api/v1/runs/get?id=r_1");
  expect(await addressFor(`https://host.example/below${end}`)).toContain("https://host.example/below/api/v1/runs/get");
});
