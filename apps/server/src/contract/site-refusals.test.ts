// What a server refuses of a collector has a sentence of its own on both ends: the collector is told it, and the centre shows it at the site, in
// its log or in its audit log. Nothing is taken over, and nothing is lost.
import { english } from '@belfry/domain/sentences/english';
import { CollectDown } from '@belfry/schema/collect/down';
import { COLLECT_PROTOCOL, MAX_FRAME_BYTES } from '@belfry/schema/collect/protocol';
import type { CollectUp } from '@belfry/schema/collect/up';
import { listAudit } from '@belfry/schema/http/security';
import { addSite } from '@belfry/schema/http/sites';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type { State } from '@belfry/schema/state';
import { expect, onTestFinished, test } from 'vitest';
import { createDifferences } from '../collect/differences.ts';
import { decode, encode } from '../collect/frames.ts';
import { createAssembly, split } from '../collect/pieces.ts';
import { prove } from '../collect/proof.ts';
import { join } from '../collector/join.ts';
import { type Membership, membershipIn } from '../collector/membership.ts';
import { serverAgent, WebSocket } from '../collector/server-agent.ts';
import { tempDir } from '../db/testing/temp-store.ts';
import { guest, heard } from '../state/testing/observations.ts';
import { configuredApp, type Whole } from './testing/whole-app.ts';

type App = Whole & { token: string };
const as = ({ token }: App) => ({ headers: { 'x-api-token': token } });

async function addedSite(app: App, name: string, more: object = {}) {
  return (await app.call('POST', '/api/sites', { ...as(app), body: { name, ...more } })).read(addSite.reply);
}
async function joining(app: App, token: string): Promise<Membership | string> {
  const dataDir = tempDir();
  const done = await join({ url: `http://${app.host}`, token, dataDir, replace: false });
  return done.ok ? (membershipIn(dataDir) as Membership) : english(done.error);
}
async function joined(app: App, name = 'Köln'): Promise<Membership> {
  const { token } = await addedSite(app, name);
  const membership = await joining(app, token);
  if (typeof membership === 'string') throw new Error(membership);
  return membership;
}
const shown = async (app: App, site: string) => {
  const state = (await app.call('GET', '/api/state', as(app))).json as State;
  return state.sites.find(({ id }) => id === site);
};

/** A program that has the keys of a collector, and says what it likes. */
function line(app: App, { site, keys }: Membership, protocol = COLLECT_PROTOCOL) {
  const agent = serverAgent('');
  const socket = new WebSocket(`ws://${app.host}/collect`, { dispatcher: agent });
  socket.binaryType = 'arraybuffer';
  const told: CollectDown[] = [];
  const assemble = createAssembly();
  const raw = (frame: Buffer) => {
    for (const piece of split(frame)) socket.send(piece);
  };
  const say = (message: CollectUp) => raw(encode(message));
  socket.addEventListener('error', () => {});
  socket.addEventListener('message', ({ data }) => {
    const frame = assemble(new Uint8Array(data as ArrayBuffer));
    const message = frame.ok && frame.value ? decode(CollectDown, frame.value) : undefined;
    if (!message?.ok) return;
    told.push(message.value);
    if (message.value.type !== 'challenge') return;
    const signature = prove(keys.signing, site, message.value.nonce);
    say({ type: 'hello', protocol, version: '9', site, run: 'run', signature });
  });
  onTestFinished(async () => {
    socket.close();
    await agent.destroy();
  });
  const last = (type: 'refused' | 'not-taken') => told.findLast((message) => message.type === type);
  return {
    ...{ raw, say },
    /** The sentence of the last one, in words. */
    toldOf(type: 'refused' | 'not-taken') {
      const message = last(type);
      return message && 'sentence' in message ? english(message.sentence as Sentence) : undefined;
    },
    polls: (instance: string) =>
      told.some((message) => message.type === 'assign' && message.instances.some(({ id }) => id === instance)),
    isOpen: () => told.some(({ type }) => type === 'welcome'),
  };
}

test('a token that is used twice, has expired or belongs to nobody: the machine that joins and the audit log say which', async () => {
  const app = await configuredApp();
  const { token } = await addedSite(app, 'Köln');
  const old = await addedSite(app, 'Bern');
  const bern = app.store.sites.get(old.id);
  if (bern) await app.store.atomically(({ sites }) => sites.put({ ...bern, joinBy: Date.UTC(2026, 0, 1) }));
  const refusals = [
    ['This is not the token of a site of this server.', token.replace(/[0-9a-f]{4}$/, 'ffff')],
    ['This token has been used. Get a new command for the site "Köln".', token],
    ['This token expired at 2026-01-01T00:00:00.000Z. Get a new command for the site "Bern".', old.token],
  ] as const;
  expect(await joining(app, token)).toMatchObject({ name: 'Köln' });
  for (const [sentence, given] of refusals) expect(await joining(app, given)).toContain(sentence);
  const audit = await app.call('GET', '/api/security/audit', as(app));
  const rows = audit.read(listAudit.reply).entries.filter(({ event }) => event === 'collector_refused');
  expect(rows.map(({ details }) => details).join('\n')).toContain(refusals[0][0]);
});

test.each([
  ['too new', COLLECT_PROTOCOL + 1, 'This collector is newer than the server'],
  ['too old', 0, 'This collector is too old for the server'],
])(
  'a collector that is %s is told so, and its site shows it with the version that tried',
  async (_, protocol, words) => {
    const app = await configuredApp();
    const membership = await joined(app);
    const { toldOf } = line(app, membership, protocol);
    await expect.poll(() => toldOf('refused')).toContain(words);
    await expect
      .poll(async () => await shown(app, membership.site))
      .toMatchObject({ version: '9', refused: { message: expect.stringContaining(words) } });
    expect(app.log.join('\n')).toContain(words);
  },
);

test('a revoked key, and a key of another site, are told so; the log says it, and a line that is open is not touched', async () => {
  const app = await configuredApp();
  const [own, other] = [await joined(app), await joined(app, 'Bern')];
  const open = line(app, own);
  await expect.poll(open.isOpen).toBe(true);
  const foreign = line(app, { ...own, keys: other.keys });
  await expect.poll(() => foreign.toldOf('refused')).toBe('The collector does not have the key that joined this site.');
  expect(await shown(app, own.site)).not.toHaveProperty('refused');
  expect(open.toldOf('refused')).toBeUndefined();
  await app.call('POST', `/api/sites/${own.site}/revoke`, as(app));
  await expect.poll(() => open.toldOf('refused')).toBe('The key of this collector was revoked.');
  const again = line(app, own);
  await expect.poll(() => again.toldOf('refused')).toBe('The key of this collector was revoked.');
  expect((await shown(app, own.site))?.status).toBe('revoked');
  const login = { tokenName: 'belfry@pve!read', tokenValue: 'secret' };
  const host = { type: 'pve', name: 'late', host: 'https://192.0.2.9:8006', ...login, site: own.site };
  const added = await app.call('POST', '/api/config/nodes', { ...as(app), body: host });
  expect([added.status, JSON.stringify(added.json)]).toEqual([
    400,
    expect.stringContaining('was revoked. Let another'),
  ]);
  await expect.poll(() => app.log.join('\n')).toContain('The key of this collector was revoked.');
});

test('a message that is malformed, that is said again, or that claims the host of another place is not taken: both ends say why, and the line stays', async () => {
  const app = await configuredApp();
  const membership = await joined(app);
  const { raw, say, isOpen, polls, toldOf } = line(app, membership);
  await expect.poll(isOpen).toBe(true);
  const at = (words: string) => expect.stringContaining(words);

  raw(Buffer.from('noise'));
  await expect
    .poll(() => toldOf('not-taken'))
    .toBe('A message of the collector could not be read: It is not compressed JSON.');
  expect((await shown(app, membership.site))?.refused?.message).toContain('It is not compressed JSON.');

  const host = { type: 'pve', host: 'https://192.0.2.7:8006', name: 'home', tokenName: 'a@pam!b', tokenValue: 'x' };
  const added = await app.call('POST', '/api/config/nodes', { ...as(app), body: { ...host, monitorVMs: true } });
  expect(added.status).toBe(201);
  const id = (await app.call('GET', '/api/state', as(app))).json as State;
  const claimed = app.store.instances.list().instances[0]?.instance ?? '';
  for (const message of createDifferences().of(heard(claimed, 0, { vms: [guest(claimed, 100)] }), 0)) say(message);
  await expect.poll(() => toldOf('not-taken')).toContain('which was not given to it');
  expect((await shown(app, membership.site))?.refused?.message).toEqual(at('which this server polls itself'));
  expect(((await app.call('GET', '/api/state', as(app))).json as State).vms).toEqual(id.vms);

  const own = await app.call('POST', '/api/config/nodes', {
    ...as(app),
    body: { ...host, host: 'https://192.0.2.8:8006', name: 'branch', monitorVMs: true, site: membership.site },
  });
  expect(own.status).toBe(201);
  const branch = app.store.instances.list().instances.find(({ config }) => config.name === 'branch')?.instance ?? '';
  await expect.poll(() => polls(branch)).toBe(true);
  const differences = createDifferences();
  const said = [heard(branch, 0, {}), heard(branch, 1, {})].flatMap((each) => differences.of(each, 0));
  for (const message of [...said, ...said.slice(-1)]) say(message);
  await expect.poll(() => toldOf('not-taken')).toContain('It repeats what this server has read.');
  expect(toldOf('refused')).toBeUndefined();
});

test('a frame that is too large ends the line, with the limit on both ends', async () => {
  const app = await configuredApp();
  const membership = await joined(app);
  const { raw, isOpen, toldOf } = line(app, membership);
  await expect.poll(isOpen).toBe(true);
  raw(Buffer.alloc(MAX_FRAME_BYTES + (1 << 20)));
  await expect
    .poll(() => toldOf('refused'))
    .toBe('A message of the collector could not be read: It is larger than 8 MB.');
  await expect.poll(async () => (await shown(app, membership.site))?.refused?.message).toContain('It is larger than');
});

test('a site that is revoked tells the collector that waits for it, and the log names the site', async () => {
  const app = await configuredApp();
  const { id, token } = await addedSite(app, 'Köln', { accept: 'person' });
  const membership = await joining(app, token);
  if (typeof membership === 'string') throw new Error(membership);
  const waiting = line(app, membership);
  await expect.poll(() => waiting.toldOf('refused')).toContain('An administrator must accept the key');
  await app.call('POST', `/api/sites/${id}/revoke`, as(app));
  const again = line(app, membership);
  await expect.poll(() => again.toldOf('refused')).toBe('The key of this collector was revoked.');
  const logged = app.log.find((text) =>
    text.includes('a collector was refused: The key of this collector was revoked.'),
  );
  expect(logged).toContain('Köln');
});
