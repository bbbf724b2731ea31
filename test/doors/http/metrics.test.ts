import { expect, test } from "vitest";
import { Metrics } from "../../../src/doors/http/metrics.ts";

test("a bucket of the histogram holds what took up to its bound, and the last one all", () => {
  const metrics = new Metrics();
  for (const seconds of [0.001, 0.002, 3, 60]) metrics.count("/api/v1/probe", "GET", 200, seconds);
  const buckets = [...metrics.toString().matchAll(/_bucket\{route="\/api\/v1\/probe",le="([^"]+)"\} (\d+)/g)];
  const counts = Object.fromEntries(buckets.map(([, bound, count]) => [bound, Number(count)]));
  expect(counts).toMatchObject({ "0.001": 1, "0.0025": 2, "2.5": 2, "10": 3, "+Inf": 4 });
  expect(metrics.toString()).toContain('canju_requests_total{route="/api/v1/probe",method="GET",status="200"} 4\n');
});
