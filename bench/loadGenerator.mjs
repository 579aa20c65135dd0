// Runs one round of load in a separate process, so that the load and the server do not share an event loop. The first
// argument has autocannon's options and `mustInclude` as JSON; the result is one line of JSON. autocannon reports its
// latencies in whole milliseconds, which is too coarse here, so the latencies come from its response events.
import autocannon from "autocannon";

const { mustInclude, bodies, ...options } = JSON.parse(process.argv[2]);
if (bodies !== undefined) options.requests = bodies.map((body) => ({ body }));
const latencies = [];
const instance = autocannon({ ...options, verifyBody: (body) => body.includes(mustInclude) }, (error, result) => {
  if (error) throw error;
  const sorted = Float64Array.from(latencies).sort();
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  console.log(
    JSON.stringify({
      done: latencies.length,
      seconds: result.duration,
      p50Ms: at(0.5),
      p99Ms: at(0.99),
      failed: result.non2xx + result.errors + result.timeouts + result.mismatches,
    }),
  );
});
instance.on("response", (_client, _status, _bytes, responseTimeMs) => latencies.push(responseTimeMs));
