// The lab as a program.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { fetchRows } from './client.ts';
import type { LabInstance } from './datacentre.ts';

const program = path.join(import.meta.dirname, 'cli.ts');

function run(...args: string[]) {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
  return { child, lines: createInterface({ input: child.stdout }) };
}

test('--json prints one line with everything a parent needs; --child ends it when standard input closes', async () => {
  const { child, lines } = run('--nodes', '2', '--guests', '3', '--json', '--child');
  const [line]: string[] = await once(lines, 'line');
  const said = JSON.parse(line ?? '');
  expect(said.instances).toHaveLength(1);
  expect(said.instances[0]).not.toHaveProperty('members');

  const member = said.members[said.instances[0].name][1];
  const fault = await fetch(`${said.control}/nodes/${member.node}/fault`, {
    method: 'POST',
    body: '{"fault":{"slow":5}}',
  });
  expect(await fault.json()).toEqual({ node: member.node, fault: { slow: 5 } });
  const nodes = (await (await fetch(`${said.control}/nodes`)).json()) as { node: string; fault: unknown }[];
  expect(nodes.find((n) => n.node === member.node)?.fault).toEqual({ slow: 5 });
  await fetch(`${said.control}/nodes/${member.node}/fault`, { method: 'DELETE' });
  expect(
    (await fetch(`${said.control}/nodes/${member.node}/fault`, { method: 'POST', body: '{"fault":"sulk"}' })).status,
  ).toBe(400);
  expect((await fetch(`${said.control}/nodes/nobody/fault`, { method: 'DELETE' })).status).toBe(404);
  const play = async (script: unknown) => {
    const reply = await fetch(`${said.control}/troubles`, { method: 'POST', body: JSON.stringify(script) });
    return [reply.status, await reply.json()];
  };
  expect(await play([{ trouble: 'guest-off', forS: 60 }])).toMatchObject([
    200,
    [{ trouble: { trouble: 'guest-off' } }],
  ]);
  expect(await play([{ trouble: 'sulk' }])).toMatchObject([400, { error: expect.stringContaining('guest-off') }]);
  expect(await (await fetch(`${said.control}/troubles`)).json()).toHaveLength(1);
  expect(await (await fetch(`${said.control}/requests`)).json()).toEqual({ connections: 0, counts: [] });

  child.stdin.end();
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('backup servers and mail gateways run beside the clusters, whose storages point to the first backup server', async () => {
  const { child, lines } = run('--nodes', '1', '--backup-servers', '2', '--mail-gateways', '1', '--json', '--child');
  const [line]: string[] = await once(lines, 'line');
  const { instances } = JSON.parse(line ?? '') as { instances: LabInstance[] };
  expect(instances.map((i) => i.type as string)).toEqual(['pve', 'pbs', 'pbs', 'pmg']);
  const [pve, pbs] = instances;
  if (!pve || !pbs) throw new Error('no instances');
  const target = (await fetchRows(pve, '/storage')).find((storage) => storage.type === 'pbs');
  expect(target?.server).toBe(new URL(pbs.host).hostname);
  expect(target?.fingerprint).toBe(pbs.fingerprint);
  child.stdin.end();
  await once(child, 'exit');
});

test('Docker hosts report to the given server as soon as it runs', async () => {
  const reserved = createServer().listen(0, '127.0.0.1');
  await once(reserved, 'listening');
  const { port } = reserved.address() as AddressInfo;
  reserved.close();
  const server = createServer((request, response) => {
    response.end('{}');
    server.emit('asked', `${request.method} ${request.url} ${request.headers['x-api-token']}`);
  });
  onTestFinished(() => void server.close());
  const report = ['--report-to', `http://127.0.0.1:${port}`, '--token', 'secret'];
  const { child, lines } = run('--nodes', '1', '--docker-hosts', '2', ...report, '--json', '--child');
  await once(lines, 'line');
  server.listen(port, '127.0.0.1');
  expect(await once(server, 'asked')).toEqual(['POST /api/agents/docker/report secret']);
  child.stdin.end();
  await once(child, 'exit');
  server.closeAllConnections();
});

test('a parent can set the server for Docker reports later', async () => {
  const server = createServer((request, response) => {
    response.end('{}');
    server.emit('asked', `${request.method} ${request.url} ${request.headers['x-api-token']}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const { child, lines } = run('--nodes', '1', '--docker-hosts', '2', '--json', '--child');
  await once(lines, 'line');
  child.stdin.write(`${JSON.stringify({ reportTo: `http://127.0.0.1:${port}`, token: 'later' })}\n`);
  expect(await once(server, 'asked')).toEqual(['POST /api/agents/docker/report later']);
  child.stdin.end();
  await once(child, 'exit');
  server.closeAllConnections();
});

test.for([
  ['--nodes', 'many'],
  ['--docker-hosts', '2'],
  ['--port', '70000'],
  ['--version', '6.4'],
  ['--colour'],
  ['--replay', '/nowhere'],
  ['--troubles', 'sulk'],
])('%s is refused with a sentence and exit code 1', async (args) => {
  const { child } = run(...args);
  let words = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    words += chunk;
  });
  expect((await once(child, 'close'))[0]).toBe(1);
  expect(words).toMatch(/^lab: .+\nTry --help\.\n$/);
});
