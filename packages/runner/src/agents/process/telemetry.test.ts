import { expect, it } from "vitest";
import { telemetryVariables } from "./telemetry";

const own = {
  PATH: "/bin",
  OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318",
  OTEL_EXPORTER_OTLP_HEADERS: "authorization=secret",
  OTEL_METRICS_EXPORTER: "none",
  OTHER_SECRET: "secret",
};
const switches = { AGENT_TELEMETRY: "1", OTEL_METRICS_EXPORTER: "otlp" };

it("an agent that takes telemetry gets the runner's OTEL_* variables and what switches it on, and no other agent does", () => {
  const { PATH: _path, OTHER_SECRET: _other, ...passed } = own;
  expect(telemetryVariables(own, switches, [{}])).toEqual({ AGENT_TELEMETRY: "1", ...passed });
  expect(telemetryVariables(own, {}, [{}])).toEqual(passed);
  expect(telemetryVariables(own, undefined, [{}])).toEqual({});
});

it("nothing is switched on where the runner has no collector", () => {
  expect(telemetryVariables({ OTEL_METRICS_EXPORTER: "none" }, switches, [{}])).toEqual({});
  expect(telemetryVariables({ OTEL_EXPORTER_OTLP_ENDPOINT: "" }, switches, [{}])).toEqual({});
});

it("the headers of the runner go to no collector that a project names", () => {
  for (const name of [
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
    "OTEL_EXPORTER_OTLP_LOGS_HEADERS",
  ])
    expect(telemetryVariables(own, switches, [{}, { [name]: "http://elsewhere" }])).toEqual({});
  expect(telemetryVariables(own, switches, [{ OTEL_SERVICE_NAME: "mine" }])).not.toEqual({});
});
