// Writes a report as text within the server's limit. It first omits less important fields, then containers, which it counts.
import { reportLimits } from '@belfry/schema/agent/limits';
import type { ReportBody } from '@belfry/schema/agent/report';

export function serialize(report: ReportBody, maxBytes: number = reportLimits.bytes): string {
  const without = (drop: 'environment' | 'mounts' | 'labels' | 'ports') => (r: ReportBody) => ({
    ...r,
    containers: (r.containers ?? []).map(({ [drop]: _, ...rest }) => rest),
  });
  const slimmer = (['environment', 'mounts', 'labels', 'ports'] as const).map(without);
  let slim = report;
  let text = JSON.stringify(slim);
  for (const step of [...slimmer, ...Array<typeof halved>(10).fill(halved)]) {
    if (Buffer.byteLength(text) <= maxBytes) break;
    slim = step(slim);
    text = JSON.stringify(slim);
  }
  return text;
}

function halved(report: ReportBody): ReportBody {
  const containers = report.containers ?? [];
  const half = Math.floor(containers.length / 2);
  const omittedContainers = (report.host.omittedContainers ?? 0) + containers.length - half;
  return { ...report, host: { ...report.host, omittedContainers }, containers: containers.slice(0, half) };
}
