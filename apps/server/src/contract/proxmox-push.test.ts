// The endpoint for the webhooks of Proxmox: who may call it, and what it does with what it gets.
import { NodeConfig } from '@belfry/schema/config/node';
import { expect, test } from 'vitest';
import { configuredApp } from './testing/whole-app.ts';

const watched = NodeConfig.parse({
  type: 'pve',
  name: 'home',
  host: 'https://127.0.0.1:1',
  verifySSL: false,
  tokenName: 'a@pve!b',
  tokenValue: 'c',
});

async function product() {
  const app = await configuredApp({ more: { nodes: [watched] } });
  const admin = { 'x-api-token': app.token };
  const tokenOf = async (name: string, scope: string) => {
    const made = await app.call('POST', '/api/security/tokens', { headers: admin, body: { name, scope } });
    return { authorization: `Bearer ${String(made.json.token)}` };
  };
  const push = async (headers: Record<string, string>, body: unknown, instance = 'home') =>
    (await app.call('POST', `/api/proxmox/notify/${instance}`, { headers, body })).status;
  return { tokenOf, push };
}

test('only a token for reports may push, and only for one instance that nobody else pushes for', async () => {
  const { tokenOf, push } = await product();
  const [report, other, read] = [
    await tokenOf('one', 'report'),
    await tokenOf('two', 'report'),
    await tokenOf('three', 'read'),
  ];
  const body = { type: 'vzdump' };
  expect(await push({}, body)).toBe(401);
  expect(await push(read, body)).toBe(403);
  expect(await push(report, body, 'elsewhere')).toBe(404);
  expect(await push(report, body)).toBe(202);
  expect(await push(other, body)).toBe(409);
  expect(await push(report, body)).toBe(202);
});

test.each([
  [{}],
  [{ type: 7 }],
  [{ type: '../../x' }],
  [{ type: 'a'.repeat(5000) }],
  [[]],

  [{ __proto__: 1, a: [[[]]] }],
])('the body %j is accepted as a hint that something has happened', async (body) => {
  const { tokenOf, push } = await product();
  expect(await push(await tokenOf('one', 'report'), body)).toBe(202);
});

test('a body that is too large is refused', async () => {
  const { tokenOf, push } = await product();
  expect(await push(await tokenOf('one', 'report'), { type: 'vzdump', more: 'x'.repeat(20_000) })).toBe(413);
});
