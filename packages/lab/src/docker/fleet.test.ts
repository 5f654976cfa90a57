// The fleet posts reports as agents do.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AgentReport } from '@belfry/schema/agent/report';
import { expect, onTestFinished, test } from 'vitest';
import { startFleet } from './fleet.ts';

async function listener(status = 200) {
  const seen: { path: string | undefined; token: string | undefined; report: AgentReport }[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { url, headers } = request;
    seen.push({ path: url, token: headers.authorization, report: AgentReport.parse(JSON.parse(body)) });
    response.writeHead(status).end('{}');
    server.emit('heard');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { server, seen, url: `http://127.0.0.1:${port}` };
}
/** A second at which no host is silent. */
const clock = () => 1_760_002_000_000;

test('every host reports, with the token, again and again, until it is stopped', async () => {
  const { server, seen, url } = await listener();
  const fleet = startFleet({ url, token: 'secret', hosts: 3, containers: 4, clock, intervalSeconds: 0.05 });
  while (seen.length < 9) await once(server, 'heard');
  await fleet.stop();
  expect(new Set(seen.map(({ path, token }) => `${path} ${token}`))).toEqual(
    new Set(['/api/agents/docker/report Bearer secret']),
  );
  expect(new Set(seen.map(({ report }) => report.host.hostname))).toEqual(new Set(fleet.hosts.map((h) => h.hostname)));
  expect(fleet.posted().accepted).toBeGreaterThanOrEqual(6);
});

test('refused and unreachable reports are counted', async () => {
  const { server, seen, url } = await listener(401);
  const refused = startFleet({ url, token: 'x', hosts: 1, clock, intervalSeconds: 0.05 });
  while (seen.length < 2) await once(server, 'heard');
  await refused.stop();
  expect(refused.posted()).toMatchObject({ accepted: 0, unreachable: 0 });

  server.closeAllConnections();
  server.close();
  const lonely = startFleet({ url, token: 'x', hosts: 1, clock, intervalSeconds: 0.01 });
  await expect.poll(() => lonely.posted().unreachable).toBeGreaterThan(0);
  await lonely.stop();
});

test('the last of four hosts sends only one report', async () => {
  const { server, seen, url } = await listener();
  const fleet = startFleet({ url, token: 'secret', hosts: 4, containers: 1, clock, intervalSeconds: 0.02 });
  while (seen.length < 20) await once(server, 'heard');
  await fleet.stop();
  const lost = fleet.hosts.at(-1)?.hostname;
  expect(seen.filter(({ report }) => report.host.hostname === lost)).toHaveLength(1);
});
