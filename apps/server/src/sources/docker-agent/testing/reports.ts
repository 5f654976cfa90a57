// Minimal complete reports for tests.
import { AgentReport, type ReportBody, type ReportBodyContainer } from '@belfry/schema/agent/report';

export const containerBody = (id: string, fields: Partial<ReportBodyContainer> = {}): ReportBodyContainer => ({
  id,
  name: `name-${id}`,
  image: 'nginx:1',
  createdAt: '2026-01-01T00:00:00Z',
  state: 'running',
  status: 'Up 2 hours',
  health: 'healthy',
  cpuPercent: 12.5,
  memoryUsageBytes: 512,
  memoryLimitBytes: 1024,
  memoryPercent: 50,
  uptimeSeconds: 7200,
  restartCount: 0,
  exitCode: 0,
  startedAt: '2026-01-02T00:00:00Z',
  ports: [{ privatePort: 80, publicPort: 8080, protocol: 'tcp', ip: '0.0.0.0' }],
  labels: { 'com.docker.compose.project': 'shop' },
  networks: [{ name: 'bridge', ipv4: '172.17.0.2' }],
  ...fields,
});

export interface Said {
  agent?: Partial<ReportBody['agent']>;
  host?: Partial<ReportBody['host']>;
  containers?: ReportBodyContainer[];
  timestamp?: string;
}

export const reportBody = ({ agent, host, containers = [containerBody('a')], timestamp }: Said = {}): ReportBody => ({
  agent: { id: 'engine-1', version: '1.0.0', intervalSeconds: 30, ...agent },
  host: { hostname: 'dock1', machineId: 'machine-1', totalCpu: 4, totalMemoryBytes: 4096, uptimeSeconds: 60, ...host },
  containers,
  ...(timestamp !== undefined && { timestamp }),
});

export const report = (said?: Said): AgentReport => AgentReport.parse(reportBody(said));
