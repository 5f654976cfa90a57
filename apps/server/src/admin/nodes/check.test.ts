import { otherWords } from '@belfry/domain/sentences/english';
import { NodeConfig } from '@belfry/schema/config/node';
import { expect, test } from 'vitest';
import { fakeClock } from '../../lib/fake-clock.ts';
import { pmg } from '../../sources/pmg/kind.ts';
import { connectionOver } from '../../sources/proxmox-api/proxmox-kind.ts';
import { checkNode, firstLabel, hasTrustedCertificate, TEST_MS } from './check.ts';
import { fakeConnect, twoNodes } from './testing/fake-api.ts';

const node = (type: 'pve' | 'pbs' | 'pmg', login: object = { user: 'u@pam', password: 'p' }) =>
  NodeConfig.parse({ type, name: 'h', host: 'https://h:8006', ...login });

test('a cluster is recognised, with the address and the own fingerprint of each member', async () => {
  const { connect } = fakeConnect(twoNodes);
  const cluster = await connect(node('pve'), new AbortController().signal).readCluster('then');
  const member = { seenAt: 'then' };
  expect(cluster).toEqual({
    ok: true,
    value: {
      name: 'dc',
      main: 'n1',
      members: [
        { ...member, nodeId: '1', node: 'n1', ip: '10.0.0.1', origin: 'https://10.0.0.1:8006', online: true },
        {
          ...member,
          nodeId: '2',
          node: 'n2',
          ip: '10.0.0.2',
          origin: 'https://10.0.0.2:8006',
          online: false,
          fingerprint: 'AB:'.repeat(31).concat('AB'),
        },
      ],
    },
  });
});

test('a cluster without a name is Unknown Cluster; a single node and an invalid answer are not a cluster', async () => {
  const read = async (status: unknown) => {
    const { connect } = fakeConnect({ '/cluster/status': status });
    return connect(node('pve'), new AbortController().signal).readCluster('then');
  };
  const nodes = twoNodes['/cluster/status'].slice(1);
  expect(await read(nodes)).toMatchObject({ value: { name: 'Unknown Cluster', members: [{}, {}] } });
  expect(await read(nodes.slice(0, 1))).toEqual({ ok: true, value: undefined });
  for (const nonsense of [{}, 'x', [1, [], 'node']])
    expect(await read(nonsense)).toEqual({ ok: true, value: undefined });
});

test.each([
  [
    'pve',
    twoNodes,
    { isCluster: true, nodeCount: 2, clusterNodeCount: 2, message: expect.stringContaining('2 nodes') },
  ],
  ['pve', { '/nodes': [{}], '/cluster/status': [] }, { isCluster: false, nodeCount: 1 }],
  [
    'pbs',
    { '/admin/datastore': [{}, {}], '/access/permissions': { '/': { 'Datastore.Audit': true } } },
    { datastoreCount: 2 },
  ],
  ['pmg', { '/version': {} }, { message: 'Connected to Proxmox Mail Gateway' }],
] as const)('%s: a good answer is success', async (type, answers, expected) => {
  const { connect, state } = fakeConnect(answers);
  const result = await checkNode(node(type), connect, fakeClock());
  expect(result).toMatchObject({ ok: true, value: { status: 'success', latency: 0, ...expected } });
  expect(state.closed).toBe(1);
});

test('pbs: an account without rights fails the test, although a removable datastore is listed for it', async () => {
  const answers = { '/admin/datastore': [{ store: 'usb', 'mount-status': 'notmounted' }], '/access/permissions': {} };
  const result = await checkNode(node('pbs'), fakeConnect(answers).connect, fakeClock());
  expect(result).toMatchObject({
    ok: false,
    error: { sentence: { id: 'words', values: { words: expect.stringContaining('Audit') } } },
  });
});

test('a failed test has the message of the failure', async () => {
  const refused = { kind: 'auth', message: 'the host does not accept the user' };
  const result = await checkNode(node('pbs'), fakeConnect({ '/admin/datastore': refused }).connect, fakeClock());
  expect(result).toMatchObject({ ok: false, error: { code: 'bad_request', sentence: otherWords(refused.message) } });
});

test('a mail gateway with a token is refused without a call', async () => {
  const { connect, asked } = fakeConnect({});
  const result = await checkNode(node('pmg', { tokenName: 'u@pmg!t', tokenValue: 'v' }), connect, fakeClock());
  expect(result).toMatchObject({ ok: false, error: { sentence: { id: 'node.noTokens' } } });
  expect(asked).toEqual([]);
});

test('a test of a host that does not answer ends after ten seconds', async () => {
  const clock = fakeClock();
  const testing = checkNode(
    node('pmg'),
    (config, signal) => {
      const late = { ok: false as const, error: { kind: 'timeout' as const, message: 'too late' } };
      const get = () => new Promise<typeof late>((done) => signal.addEventListener('abort', () => done(late)));
      return connectionOver(pmg, config, { get }, async () => {});
    },
    clock,
  );
  await clock.advance(TEST_MS);
  expect(await testing).toMatchObject({ ok: false, error: { sentence: { values: { words: 'too late' } } } });
});

test.each([
  ['an answer', {}, true],
  ['a refusal of the credentials', { kind: 'auth', status: 401, message: '' }, true],
  ['an unknown certificate', { kind: 'tls', message: '' }, false],
  ['no connection', { kind: 'unreachable', message: '' }, false],
])('%s reports whether the host has a certificate of a trusted authority: %#', async (_, version, trusted) => {
  const { connect, state } = fakeConnect({ '/nodes': version });
  const registration = { type: 'pve' as const, host: 'h', tokenName: 'u@pam!t', tokenValue: 'v' };
  expect(await hasTrustedCertificate(registration, connect, fakeClock())).toBe(trusted);
  expect(state.closed).toBe(1);
});

test.each([
  ['CN=pbs1.home.lan, O=Proxmox Backup Server', 'pbs1'],
  ['CN=vault', 'vault'],
  ['CN=*.home.lan', undefined],
  ['CN=192.0.2.7', undefined],
  ['CN=localhost', undefined],
  ['CN=Proxmox Backup Server', undefined],
  ['O=nobody', undefined],
])('the certificate of %s: the host is called %s', (subject, name) => expect(firstLabel(subject)).toBe(name));
