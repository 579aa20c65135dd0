// The variables by which an agent sends telemetry of its own to the collector that the operator of the runner names.

const collectorVariable = /^OTEL_EXPORTER_OTLP_(\w+_)?(ENDPOINT|HEADERS)$/;

/**
 * Returns the OTEL_* variables of the runner and `switches`, or nothing where the runner has no collector. A project or
 * a configuration that names a collector itself gets nothing either: otherwise the runner's headers, which are a
 * secret, would go to an address that somebody else has chosen.
 */
export function telemetryVariables(
  own: NodeJS.ProcessEnv,
  switches: Readonly<Record<string, string>> | undefined,
  others: readonly Readonly<Record<string, string>>[],
): Record<string, string> {
  const isNamedElsewhere = others.some((env) => Object.keys(env).some((name) => collectorVariable.test(name)));
  if (switches === undefined || isNamedElsewhere || (own["OTEL_EXPORTER_OTLP_ENDPOINT"] ?? "") === "") return {};
  const passed: Record<string, string> = { ...switches };
  for (const [name, value] of Object.entries(own))
    if (name.startsWith("OTEL_") && value !== undefined) passed[name] = value;
  return passed;
}
