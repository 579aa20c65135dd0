import { expect, it } from "vitest";
import { parseHeaders } from "./headers";

it("headers are read in the form that OpenTelemetry has for them", () => {
  expect(parseHeaders("")).toEqual({});
  expect(parseHeaders("authorization=Basic%20YTpi, x-tenant = acme ,")).toEqual({
    authorization: "Basic YTpi",
    "x-tenant": "acme",
  });
  expect(parseHeaders("key=a=b==")).toEqual({ key: "a=b==" });
});

it("a text that is not a list of headers is refused", () => {
  for (const text of ["authorization", "=x", "a b=c", "key=%zz", "key=%0d%0aHost:%20x", "key=ä"])
    expect([text, parseHeaders(text)]).toEqual([text, null]);
});
