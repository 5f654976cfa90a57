import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { plainGuest, plainNode } from '@belfry/domain/plain-state';
import { english } from '@belfry/domain/sentences/english';
import { aGuest } from '@belfry/domain/testing/guest';
import { aNode } from '@belfry/domain/testing/node';
import { createCertificate } from '@belfry/lab/certificate';
import { ExportConfig } from '@belfry/schema/history/exports';
import { EmailSettings } from '@belfry/schema/notifications/email';
import { MqttConfig } from '@belfry/schema/notifications/mqtt';
import { expect, onTestFinished, test } from 'vitest';
import { type Api, createApi } from './api.ts';
import { guestHelp } from './commands/guests.ts';
import { checkDestinations } from './doctor/destinations.ts';
import { checkExports } from './doctor/exports.ts';
import { checkPublicAddress } from './doctor/public-address.ts';
import { belfry, run, standIn } from './testing/belfry.ts';

const alert = {
  ...{
    id: 'dc-100/cpu',
    type: 'cpu',
    level: 'critical',
    resourceId: 'dc-100',
    resourceName: 'db\u001b[2J',
    node: 'pve1',
  },
  ...{
    instance: 'dc',
    message: 'CPU is at 95 %',
    value: 95,
    threshold: 80,
    startTime: '2026-01-02T03:04:05Z',
    acknowledged: false,
  },
};
const ACTIVE = 'GET /api/alerts/active';
const ACK = 'POST /api/alerts/bulk/acknowledge';

test('the token goes to Belfry, and a hostile name does not reach the terminal', async () => {
  const { url, asked } = await belfry({ [ACTIVE]: [alert] });
  const { output } = await run('alerts', { BELFRY_URL: url, BELFRY_TOKEN: 'secret' });
  expect(asked).toEqual([{ call: ACTIVE, token: 'secret', body: undefined }]);
  expect(output).toBe(
    'critical  2026-01-02 03:04:05 UTC db�[2J on pve1\n          CPU is at 95 %\n          id: dc-100/cpu\n',
  );
});

test('critical alerts come first, then the newest, and the lines fit the terminal', async () => {
  const long = 'The backup of this guest has failed for a reason that takes many words to tell. '.repeat(3).trim();
  const alerts = [
    { ...alert, id: 'old-warning', level: 'warning' },
    { ...alert, id: 'new-warning', level: 'warning', startTime: '2026-01-03T00:00:00Z', message: long },
    { ...alert, id: 'critical', acknowledged: true, ackUser: 'ann' },
  ];
  const { url } = await belfry({ [ACTIVE]: alerts });
  for (const columns of ['60', '100', '']) {
    const { output } = await run('alerts', { BELFRY_URL: url, COLUMNS: columns });
    expect([...output.matchAll(/id: (.*)$/gm)].map(([, id]) => id)).toEqual(['critical', 'new-warning', 'old-warning']);
    for (const line of output.split('\n')) expect(line.length).toBeLessThanOrEqual(Number(columns) || 80);
    expect(output.replaceAll(/\s+/g, ' ')).toContain(long);
    expect(output).toContain('acknowledged by ann');
  }
});

const STATE = 'GET /api/state';
const node = plainNode(aNode({ id: 'dc-pve1', name: 'pve1' }), '2026-01-02T03:04:05Z');
const instance = { id: 'docker-d', kind: 'docker', name: 'dock1', host: 'dock1', dropped: 0, endpoints: [] };
const state = { nodes: [], vms: [], containers: [], serverProblems: {} };
const stats = { version: '1.0.0', uptime: 5, startTime: '', pollingCycles: 0, webSocketClients: 0 };

test('an instance that is silent does not answer, also when it has no error of its own', async () => {
  const instances = [
    { ...instance, health: 'error' },
    { ...instance, id: 'pve', kind: 'pve', name: 'home', health: 'degraded' },
    { ...instance, id: 'pbs', kind: 'pbs', name: 'vault', health: 'healthy' },
  ];
  const { url } = await belfry({ [STATE]: { ...state, instances }, [ACTIVE]: [], 'GET /api/stats': stats });
  const { output, status } = await run('status', { BELFRY_URL: url });
  expect(output).toContain('3 instances, failing: dock1; answering in part: home\n');
  expect(status).toBe(2);
});

test('the status counts paused guests by themselves, and those nobody can see; --status finds them by the same words', async () => {
  const AT = '2026-01-02T03:04:05Z';
  const made = (vmid: number, status: string) => plainGuest(aGuest({ vmid, name: `g${vmid}`, status }), AT);
  const vms = [made(1, 'running'), made(2, 'stopped'), made(3, 'paused'), made(4, 'suspended'), made(5, 'io-error')];
  const hidden = plainGuest(aGuest({ vmid: 6, name: 'g6', node: 'away', id: 'dc-away-6' }), AT);
  const home = plainNode(aNode({ id: 'dc-pve1', name: 'pve1', status: 'online' }), AT);
  const { url } = await belfry({
    [STATE]: { ...state, instances: [], nodes: [home], vms: [...vms, hidden] },
    [ACTIVE]: [],
    'GET /api/stats': stats,
    'GET /api/guests?search=': { guests: [...vms, hidden] },
  });
  const { output } = await run('status', { BELFRY_URL: url });
  expect(output).toContain('6 guests: 1 running, 1 stopped, 2 paused, 1 other, 1 unknown\n');
  const json = JSON.parse((await run('--json status', { BELFRY_URL: url })).output);
  expect(json.guests).toEqual({ total: 6, running: 1, stopped: 1, paused: 2, other: 1, unknown: 1 });
  const { output: paused } = await run('guests --status paused', { BELFRY_URL: url });
  expect(paused.match(/g\d/g)).toEqual(['g3', 'g4']);
  expect((await run('guests --status io-error', { BELFRY_URL: url })).output.match(/g\d/g)).toEqual(['g5']);
  const { output: unknown } = await run('guests --status unknown', { BELFRY_URL: url });
  expect(unknown).toMatch(/g6 +VM +away +unknown +- +- +/);
});

test('a node or a guest that does not run has no figures', async () => {
  const dead = { ...node, id: 'dead', name: 'dead', status: 'offline', cpu: 0, memory: { ...node.memory, used: 0 } };
  const guest = plainGuest(aGuest({ vmid: 100, name: 'web', status: 'stopped', cpu: 0 }), '2026-01-02T03:04:05Z');
  const { url } = await belfry({
    [STATE]: { ...state, instances: [], nodes: [node, dead] },
    'GET /api/guests?search=': { guests: [guest] },
  });
  const { output } = await run('nodes', { BELFRY_URL: url });
  expect(output.split('\n').find((line) => line.startsWith('dead'))).toMatch(/^dead +\S+ +offline +- +- +/);
  expect(output.split('\n').find((line) => line.startsWith('pve1'))).toContain('%');
  const { output: guests } = await run('guests', { BELFRY_URL: url });
  expect(guests).toMatch(/web +VM +\S+ +stopped +- +- +/);
});

test('the server searches the guests, and its help has the examples of the page', async () => {
  const guest = plainGuest(aGuest({ vmid: 100, name: 'web' }), '2026-01-02T03:04:05Z');
  const { url } = await belfry({ 'GET /api/guests?search=-tag%3Aprod': { guests: [guest] }, [STATE]: state });
  expect((await run('guests -- -tag:prod', { BELFRY_URL: url })).output).toContain('web');
  expect(guestHelp().split(/\s{2,}/)).toContain(english({ id: 'search.guest.not' }));
});

test('a place for backups that cannot be read is not an empty one', async () => {
  const lastGood = { file: 'b', at: '2026-01-01T03:30:00.000Z', sizeBytes: 2048, version: '1.0.0', ageSeconds: 90_000 };
  const base = { enabled: true, schedule: '03:30', keep: 7 };
  const place = { kind: 's3', place: 's3://kept/home/', problem: 'The store cannot be reached.' };
  const backups = async (answer: object) => {
    const { url } = await belfry({ 'GET /api/system/backups': answer });
    return run('backup list', { BELFRY_URL: url });
  };
  const never = await backups({ ...base, backups: [], stores: [place] });
  expect(never.output).toBe('In s3://kept/home/: not known, because it cannot be read. The store cannot be reached.\n');
  expect(never.status).toBe(1);
  const { ageSeconds, ...backup } = lastGood;
  const known = { ...place, count: 3, lastGood };
  const before = await backups({ ...base, lastGood, backups: [backup], stores: [known] });
  expect(before.output).toContain(
    'In s3://kept/home/: 3 when it was last read, the newest of 2026-01-01 03:30:00 UTC. It cannot be read now. The store cannot be reached.\n',
  );
  expect(before.status).toBe(1);
});

test('--json prints what Belfry answered', async () => {
  const { url } = await belfry({ [ACTIVE]: [alert] });
  const { output } = await run(`--url ${url} --json alerts --level warning`, {});
  expect(JSON.parse(output)).toEqual([]);
  expect(JSON.parse((await run(`--url ${url} --json alerts`, {})).output)).toMatchObject([{ id: alert.id }]);
});

test('several alerts are acknowledged with one call, and one that is not active fails the command', async () => {
  const results = [
    { alertId: 'a', success: true },
    { alertId: 'b', success: false, error: 'Alert not found' },
  ];
  const { url, asked } = await belfry({ [ACK]: { results } });
  await expect(run('alerts ack a b', { BELFRY_URL: url })).rejects.toThrow('b: There is no such active alert.');
  expect(asked).toMatchObject([{ call: ACK, body: { alertIds: ['a', 'b'] } }]);
});

test('a silence is for one alert and a time', async () => {
  const made = {
    id: '1',
    target: { kind: 'alert', value: 'a' },
    reason: 'disk ordered',
    by: 'me',
    since: 'x',
    until: 'then',
  };
  const { url, asked } = await belfry({ 'POST /api/alerts/silences': made });
  const { output } = await run('alerts silence a --for 4h --reason disk', { BELFRY_URL: url });
  expect(output).toBe('Silenced until then.\n');
  expect(asked[0]?.body).toEqual({ target: { kind: 'alert', value: 'a' }, reason: 'disk', minutes: 240 });
});

test('an export is for its owner only, and never replaces a file', async () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'belfry-cli-'));
  const file = path.join(dir, 'belfry.export');
  const { url } = await belfry({ 'POST /api/config/export': { status: 'success', data: 'sealed' } });
  const env = { BELFRY_URL: url, BELFRY_PASSPHRASE: 'twelve letters' };
  await run(`export ${file}`, env);
  expect(readFileSync(file, 'utf8')).toBe('sealed');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await expect(run(`export ${file}`, env)).rejects.toThrow(`${file} exists.`);
  await expect(run(`export ${file}2`, { BELFRY_URL: url })).rejects.toThrow('BELFRY_PASSPHRASE');
});

const info = {
  ...{ available: true, currentVersion: '1.0.0', latestVersion: '1.1.0', releaseNotes: '', releaseDate: '' },
  ...{ downloadUrl: '', isPrerelease: false },
};
const CHECK = 'GET /api/updates/check';

test('a newer version is named, and the command ends with 2 for a script', async () => {
  const { url } = await belfry({ [CHECK]: info });
  expect(await run('update check', { BELFRY_URL: url })).toEqual({
    output: 'Belfry 1.1.0 is available. This is 1.0.0.\n',
    status: 2,
  });
});

test('an update starts only with --yes, and is followed to its end', async () => {
  const status = {
    ...{ status: 'error', progress: 0, message: 'Version 1.0.0 runs again', error: 'It was not healthy' },
    ...{ updatedAt: '', hasFeed: true },
  };
  const { url, asked } = await belfry({
    [CHECK]: info,
    'POST /api/updates/apply': { status: 'started', message: '' },
    'GET /api/updates/status': status,
  });
  await expect(run('update apply', { BELFRY_URL: url })).rejects.toThrow('Add --yes to start.');
  expect(asked.map(({ call }) => call)).toEqual([CHECK]);
  const done = await run('update apply 1.1.0 --yes', { BELFRY_URL: url });
  expect(asked[1]).toMatchObject({ call: 'POST /api/updates/apply', body: { version: '1.1.0' } });
  expect(done).toEqual({ output: '  0 %  Version 1.0.0 runs again\nIt was not healthy\n', status: 1 });
});

test('the updater itself refuses where no installer installed Belfry', async () => {
  const words = process.geteuid?.() === 0 ? /was not installed by its installer/ : /Only root/;
  await expect(run('update apply-staged', {})).rejects.toThrow(words);
  await expect(run('update go-back --yes', {})).rejects.toThrow(words);
});

test('errors say what to do', async () => {
  const { url } = await belfry({ [ACTIVE]: { hello: 'other program' } });
  await expect(run('alerts', { BELFRY_URL: url })).rejects.toThrow('another version, or another program');
  await expect(run('alerts', { BELFRY_URL: 'http://127.0.0.1:1' })).rejects.toThrow(
    'Nothing answers at http://127.0.0.1:1.',
  );
  await expect(run('alerts', { BELFRY_URL: 'belfry' })).rejects.toThrow('must start with http:// or https://');
  await expect(run('alerts', { BELFRY_URL: url, BELFRY_TOKEN_FILE: '/no' })).rejects.toThrow(
    '/no cannot be read (ENOENT)',
  );
});

test('a certificate that Belfry signed itself is trusted only when its file is named', async () => {
  const { cert, key } = await createCertificate('belfry', '127.0.0.1');
  const server = createSecureServer({ cert, key }, standIn({ [ACTIVE]: [] }).handle).listen(0, '127.0.0.1');
  await new Promise((settle) => server.once('listening', settle));
  onTestFinished(() => void server.close());
  const ca = path.join(mkdtempSync(path.join(tmpdir(), 'belfry-cli-')), 'own.crt');
  writeFileSync(ca, cert);
  const env = { BELFRY_URL: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, BELFRY_TOKEN: 'secret' };
  await expect(run('alerts', env)).rejects.toThrow('name its file with --ca or BELFRY_CA');
  expect((await run('alerts', { ...env, BELFRY_CA: ca })).output).toBe('There are no alerts.\n');
});

test.for(['bash', 'zsh', 'fish'])('completions for %s know the commands below a command', async (shell) => {
  const { output } = await run(`completion ${shell}`, {});
  expect(output).toContain('silence');
  expect(output).toContain('go-back');
  expect(output).toContain('--passphrase-file');
});

test('without an address the command line asks the Belfry with the same environment', async () => {
  const asked = (env: Record<string, string>) => expect(run('alerts', env)).rejects;
  await asked({ BELFRY_PORT: '1' }).toThrow('Nothing answers at http://127.0.0.1:1.');
  await asked({ BELFRY_PORT: '1', BELFRY_TLS_SELF_SIGNED: 'true' }).toThrow('Nothing answers at https://127.0.0.1:1.');
});

test('the doctor names a misspelt variable, also when no Belfry answers', async () => {
  const { output, status } = await run('doctor', { BELFRY_PORT: '1', BELFRY_DATA_DRI: '/data' });
  expect(output).toContain('BELFRY_DATA_DRI is no variable of Belfry and has no effect. Is BELFRY_DATA_DIR meant?');
  expect(status).toBe(1);
});

test('the doctor names a broker that does not answer, and a destination that the last message did not reach', async () => {
  const broker = {
    ...MqttConfig.parse({ enabled: true, host: 'mqtt.lan' }),
    connected: false,
    problem: 'not authorised',
  };
  const delivery = {
    ...{ id: 'd', destination: { id: 'email', name: 'E-mail', service: 'email' }, kind: 'raised', alerts: [] },
    ...{ alertCount: 1, state: 'given-up', attempts: 3, lost: 0, createdAt: '2026-01-01', words: '550 no such user' },
  };
  const noSecrets = {
    ...{ password: '', clientSecret: '', refreshToken: '' },
    ...{ passwordSet: false, clientSecretSet: false, refreshTokenSet: false },
  };
  const { url } = await belfry({
    'GET /api/notifications/mqtt': broker,
    'GET /api/notifications/log?latest=destination': [delivery],
    'GET /api/notifications/webhooks': [],
    'GET /api/notifications/email': { ...EmailSettings.parse({ enabled: true }), ...noSecrets },
  });
  const api = createApi({ url: new URL(url), token: undefined, ca: undefined });
  expect((await checkDestinations(api)).map(({ text }) => text)).toEqual([
    "The MQTT broker at mqtt.lan:8883 does not take Belfry's connection: not authorised.",
    'The last message to E-mail did not arrive: 550 no such user.',
  ]);
});

test('the doctor names an export that does not work, and a public address at which another program answers', async () => {
  const status = { waiting: 120, waitingBytes: 9, sent: 0, dropped: 0, problem: 'HTTP 404: database not found' };
  const other = await belfry({ 'GET /api/health': { status: 'healthy', timestamp: 1, uptime: 90_000 } });
  const { url } = await belfry({
    'GET /api/history/exports/prometheus': { ...ExportConfig.parse({}), status: { ...status, problem: undefined } },
    'GET /api/history/exports/influxdb': { ...ExportConfig.parse({ enabled: true, url: 'http://influx.lan' }), status },
    'GET /api/config/addresses': { publicUrl: other.url, addresses: [], isOnlyHere: false },
    'GET /api/health': { status: 'healthy', timestamp: 1, uptime: 60 },
  });
  const at = (address: URL) => createApi({ url: address, token: undefined, ca: undefined });
  const api = at(new URL(url));
  expect((await checkExports(api)).map(({ text }) => text)).toEqual([
    'The export to InfluxDB at http://influx.lan does not work, 120 values wait: HTTP 404: database not found',
  ]);
  const found = async (to: (address: URL) => Api) =>
    (await checkPublicAddress(api, to)).map(({ level, text }) => `${level}: ${text.split('.')[0]}`);
  expect(await found(at)).toEqual([
    expect.stringMatching(/^problem: Another Belfry answers at the public address of this one/),
  ]);
  expect(await found(() => at(new URL(`${other.url}/portal`)))).toEqual([
    'problem: Something else answers at the public address',
  ]);
  expect(await found(() => at(new URL('http://127.0.0.1:1')))).toEqual([
    'note: The public address of Belfry is not reached from here',
  ]);
  expect(await found(() => api)).toEqual([]);
});

test('the sites are listed, and a new one is added with the command that joins its collector', async () => {
  const site = {
    id: '0123456789abcdef',
    name: 'Cologne',
    status: 'silent',
    version: '1.2.0',
    instances: ['pve1'],
    dockerHosts: [],
  };
  const made = {
    id: site.id,
    token: 'bfs_x',
    command: 'belfry collector join https://b bfs_x',
    expires: '2026-01-02T04:04:05Z',
  };
  const { url, asked } = await belfry({
    'GET /api/sites': [{ ...site, lastSeen: '2026-01-02T03:04:05Z' }],
    'POST /api/sites': made,
  });
  const listed = await run('sites', { BELFRY_URL: url });
  expect(listed.output).toBe(
    'SITE     STATUS  LAST SEEN                VERSION  HOSTS  ID\n' +
      'Cologne  silent  2026-01-02 03:04:05 UTC  1.2.0        1  0123456789abcdef\n',
  );
  const added = await run('sites add Cologne', { BELFRY_URL: url });
  expect(added.output).toContain('\n\nbelfry collector join https://b bfs_x\n');
  expect(asked.at(-1)).toMatchObject({ call: 'POST /api/sites', body: { name: 'Cologne' } });
});

test('the nodes of one site are listed, and another name is refused with those that there are', async () => {
  const of = (instance: string) => aNode({ id: `${instance}-pve1`, name: `${instance}1`, instance });
  const instance = { kind: 'pve', host: 'h', health: 'healthy', dropped: 0, endpoints: [] };
  const { url } = await belfry({
    [STATE]: {
      ...{
        ...state,
        nodes: [of('a'), of('b')].map((one) => plainNode(one, '2026-01-02T03:04:05Z')),
        sites: [{ id: 's1', name: 'Cologne', status: 'connected' }],
      },
      instances: [
        { ...instance, id: 'a', name: 'a', site: 's1' },
        { ...instance, id: 'b', name: 'b' },
      ],
    },
  });
  const { output } = await run('nodes --site Cologne', { BELFRY_URL: url });
  expect(output).toContain('a1');
  expect(output).not.toContain('b1');
  await expect(run('nodes --site Bonn', { BELFRY_URL: url })).rejects.toThrow(
    'There is no site Bonn. There are: Cologne',
  );
});

test('the words and options after "collector" are those of another program, which lies beside this one', async () => {
  for (const words of ['collector join https://b bfs_x --data-dir /d', 'collector run --listen 1:2 --tls', 'collector'])
    await expect(run(words, {})).rejects.toThrow('/nowhere/apps/server/dist/main.js');
});

const drill = {
  ...{ id: 'd1', guest: 'dc-100', name: 'db', instance: 'dc', type: 'qemu', vmid: 100, tags: [], ports: [] },
  backup: { volid: 'pbs:backup/vm/100/2026-01-01T00:00:00Z', time: '2026-01-01T00:00:00Z', storage: 'pbs' },
  target: { node: 'pve1', vmid: 9100, storage: 'local' },
  ...{ by: 'ann', createdAt: '2026-01-02T03:04:05Z', until: '2026-01-02T11:04:05Z', patienceMs: 1, state: 'waiting' },
  seen: [{ step: 'handedOut', at: '2026-01-02T03:04:05Z' }],
};
const GUESTS = 'GET /api/guests';
const plainGuests = {
  guests: [plainGuest(aGuest({ id: 'dc-100', name: 'db', vmid: 100 }), '2026-01-02T03:04:05Z')],
};

test('a restore test is handed out with its commands, for a guest by its name', async () => {
  const { url, asked } = await belfry({
    [GUESTS]: plainGuests,
    'POST /api/drills': drill,
    'GET /api/drills/d1': { drill, script: { restore: 'qmrestore a 9100', remove: 'qm destroy 9100' } },
  });
  const { output } = await run('drill hand-out db --ports 22,80 --hours 2', { BELFRY_URL: url });
  expect(asked[1]).toMatchObject({ body: { guest: 'dc-100', ports: [22, 80], hours: 2 } });
  for (const part of ['qmrestore a 9100', 'qm destroy 9100', 'number 9100 on pve1', 'drill status d1'])
    expect(output).toContain(part);
  await expect(run('drill hand-out nobody', { BELFRY_URL: url })).rejects.toThrow('There is no guest "nobody"');
});

test('the status of a restore test that proves nothing is 1, and so is that of plans while a test is overdue', async () => {
  const refused = { ...drill, state: 'refused', reason: 'clone' };
  const group = (state: string) => ({
    ...{ group: 'web', state, wanted: 1, tested: [], without: 0, until: '2026-03-31T22:00:00.000Z' },
    next: [{ guest: 'dc-100', name: 'db' }],
  });
  const plan = {
    ...{ id: 'p', name: 'Quarterly', every: 'quarter', count: 1, remindDays: 14, since: '2026-01-01T00:00:00Z' },
    scope: { kind: 'tag', names: [] },
  };
  const script = { restore: '', remove: '' };
  const answers = (state: string) => ({
    'GET /api/drills/d1': { drill: refused, script },
    'GET /api/drills/d2': { drill: { ...drill, state: 'done', restoreMs: 62_000 }, script },
    'GET /api/drills': { drills: [drill, refused] },
    'GET /api/protection/test-plans': { plans: [{ plan, groups: [group(state)] }] },
  });
  const { url } = await belfry(answers('overdue'));
  const env = { BELFRY_URL: url };
  expect(await run('drill status d1', env)).toMatchObject({ status: 1, output: expect.stringContaining('clone') });
  expect(await run('drill status d2', env)).toMatchObject({ status: 0, output: expect.stringContaining('62 s') });
  expect((await run('drill', env)).output).toMatch(/db +100 +waits for the restore/);
  expect(await run('drill plan', env)).toMatchObject({
    status: 1,
    output: expect.stringMatching(/Quarterly +web +overdue +0\/1 +db/),
  });
  const { url: calm } = await belfry(answers('due'));
  expect((await run('drill plan', { BELFRY_URL: calm })).status).toBe(0);
});
