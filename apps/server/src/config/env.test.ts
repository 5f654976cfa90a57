import { nodeTypes } from '@belfry/schema/config/kinds';
import { expect, test } from 'vitest';
import { type Env, type Problem, parseEnv } from './env.ts';

const none = () => {
  throw new Error('no file is read');
};
const config = (env: Env, read: (path: string) => string = none) => {
  const parsed = parseEnv(env, read);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return parsed.value;
};
const problems = (env: Env, read: (path: string) => string = none): Problem[] => {
  const parsed = parseEnv(env, read);
  return parsed.ok ? [] : parsed.error;
};
const host = { type: 'pve', name: 'dc', host: 'https://pve1:8006', tokenName: 'u@pve!t', tokenValue: 'hush-hush' };

test('an empty environment is a complete configuration; an empty variable counts as not set', () => {
  const defaults = {
    port: 7655,
    host: '0.0.0.0',
    dataDir: './data',
    tls: undefined,
    backup: { folder: undefined, passphrase: '', schedule: '03:30', keep: 14 },
    reportFolder: undefined,
    server: { name: expect.any(String), address: '' },
    logLevel: 'info',
    nodes: [],
    authDisabled: false,
    system: {},
    updateFeed: '',
    machineZone: '',
    isDocker: false,
    isProxmoxContainer: false,
    isService: false,
    demo: undefined,
    warnings: [],
  };
  const { access, notifyNetworks, pushNetworks, ...rest } = config({});
  expect(rest).toEqual(defaults);
  expect(notifyNetworks.includes('127.0.0.1')).toBe(false);
  expect(pushNetworks.includes('127.0.0.1')).toBe(false);
  expect(access).toMatchObject({ encryptionKey: undefined, publicUrl: '', proxy: undefined, oidcEnv: {} });
  expect(access.trustedProxies.includes('127.0.0.1')).toBe(false);
  expect(config({ BELFRY_PORT: '', BELFRY_NODES: ' ', BELFRY_DEMO: '' })).toMatchObject(defaults);
});

test('the address of a database has a host and a name, and is never a part of a message', () => {
  const url = 'postgres://belfry:hush@db.example.net:5432/belfry';
  expect(config({ BELFRY_DATABASE_URL: url }).databaseUrl).toBe(url);
  expect(config({ BELFRY_DATABASE_URL: '' }).databaseUrl).toBeUndefined();
  const inFile = config({ BELFRY_DATABASE_URL_FILE: '/run/secrets/url' }, () => `${url}\n`);
  expect(inFile.databaseUrl).toBe(url);
  for (const [wrong, found] of [
    ['mysql://belfry:hush@db/belfry', 'an address that begins with mysql://'],
    ['postgres://belfry:hush@db', 'an address without the name of a database'],
    ['postgres://belfry:hush@db/', 'an address without the name of a database'],
    ['postgres:///belfry', 'an address without a host'],
    ['belfry:hush@db/belfry', 'an address that begins with belfry://'],
    ['hush hush', expect.stringContaining('not shown')],
  ] as const) {
    const [problem] = problems({ BELFRY_DATABASE_URL: wrong });
    expect(problem).toMatchObject({ variable: 'BELFRY_DATABASE_URL', found });
    expect(JSON.stringify(problem)).not.toContain('hush');
  }
});

test('every variable is used', () => {
  const env = {
    BELFRY_PORT: '80',
    BELFRY_HOST: '::1',
    BELFRY_DATA_DIR: '/data',
    BELFRY_LOG_LEVEL: 'DEBUG',
    BELFRY_AUTH_DISABLED: 'true',
    BELFRY_DEMO: '1',
    BELFRY_LAB_NODES: '2',
    BELFRY_LAB_GUESTS: '30',
    BELFRY_LAB_SEED: '4',
    BELFRY_LAB_DOCKER_HOSTS: '3',
    BELFRY_NODES: JSON.stringify([host]),
  };
  expect(config(env)).toMatchObject({
    port: 80,
    host: '::1',
    dataDir: '/data',
    logLevel: 'debug',
    authDisabled: true,
    demo: { nodes: 2, guests: 30, seed: 4, dockerHosts: 3 },
    nodes: [{ ...host, verifySSL: true, monitorVMs: true }],
  });
});

test('settings of the environment are normalised like stored ones; invalid ones are refused by name', () => {
  const env = {
    BELFRY_DISCOVERY_ENABLED: 'no',
    BELFRY_DISCOVERY_SUBNET: '10.0.0.0/24',
    BELFRY_ALLOWED_ORIGINS: 'https://Home.example/, http://10.0.0.5:80',
    BELFRY_ALLOW_EMBEDDING: 'true',
    BELFRY_UPDATE_FEED: 'https://releases.example/list',
  };
  expect(config(env)).toMatchObject({
    system: {
      discoveryEnabled: false,
      discoverySubnet: '10.0.0.0/24',
      allowedOrigins: 'https://home.example, http://10.0.0.5',
      allowEmbedding: true,
    },
    updateFeed: 'https://releases.example/list',
  });
  const wrong = {
    BELFRY_DISCOVERY_ENABLED: 'perhaps',
    BELFRY_ALLOWED_ORIGINS: "https://x; script-src 'unsafe-inline'",
    BELFRY_UPDATE_FEED: 'http://releases.example',
  };
  expect(problems(wrong).map(({ variable }) => variable)).toEqual([
    'BELFRY_ALLOWED_ORIGINS',
    'BELFRY_DISCOVERY_ENABLED',
    'BELFRY_UPDATE_FEED',
  ]);
});

test('the hosts can be in a file', () => {
  expect(
    config({ BELFRY_NODES: '@/etc/hosts.json' }, (path) => JSON.stringify([{ ...host, name: path }])).nodes,
  ).toEqual([expect.objectContaining({ name: '/etc/hosts.json' })]);
});

test('a host of the environment may have an id, which another name does not change', () => {
  const nodes = (...more: object[]) => ({ BELFRY_NODES: JSON.stringify(more.map((each) => ({ ...host, ...each }))) });
  expect(config(nodes({ name: 'attic', id: 'home' }, { name: 'home', type: 'pbs' })).nodes).toMatchObject([
    { name: 'attic', id: 'home' },
    { name: 'home' },
  ]);
  const expected = 'a different name or id for each host';
  expect(problems(nodes({ name: 'home' }, { name: 'attic', id: 'home' }))).toMatchObject([{ expected }]);
  expect(problems(nodes({ id: 7 }))).toMatchObject([
    { variable: 'BELFRY_NODES[0].id', expected: 'a text', found: '7' },
  ]);
});

test.for<[string, Env, Problem]>([
  [
    'port',
    { BELFRY_PORT: '65536' },
    { variable: 'BELFRY_PORT', expected: 'a whole number from 0 to 65535', found: '"65536"' },
  ],
  [
    'seed',
    { BELFRY_LAB_SEED: '-1' },
    { variable: 'BELFRY_LAB_SEED', expected: 'a whole number from 0 to 2147483647', found: '"-1"' },
  ],
  ['flag', { BELFRY_DEMO: 'perhaps' }, { variable: 'BELFRY_DEMO', expected: 'true or false', found: '"perhaps"' }],
  [
    'level',
    { BELFRY_LOG_LEVEL: 'loud' },
    { variable: 'BELFRY_LOG_LEVEL', expected: 'one of trace, debug, info, warn, error, silent', found: '"loud"' },
  ],
  [
    'hosts that are no array',
    { BELFRY_NODES: '{}' },
    {
      variable: 'BELFRY_NODES',
      expected: 'a JSON array of hosts, or @ and the path of a file with one',
      found: 'JSON that is no array',
    },
  ],
  [
    'a kind we do not know',
    { BELFRY_NODES: '[{"type":"esx"}]' },
    { variable: 'BELFRY_NODES[0].type', expected: `one of ${nodeTypes.join(', ')}`, found: '"esx"' },
  ],
  [
    'a field we do not know',
    { BELFRY_NODES: JSON.stringify([host, { ...host, name: 'other', tokenNmae: 'x' }]) },
    { variable: 'BELFRY_NODES[1].tokenNmae', expected: 'no field of this name; tokenName may be meant', found: '"x"' },
  ],
  [
    'a field that is near no other',
    { BELFRY_NODES: JSON.stringify([{ ...host, colour: 'red' }]) },
    { variable: 'BELFRY_NODES[0].colour', expected: 'no field of this name', found: '"red"' },
  ],
  [
    'a secret in a field we do not know',
    { BELFRY_NODES: JSON.stringify([{ ...host, tokenvalue: 'hush-hush' }]) },
    {
      variable: 'BELFRY_NODES[0].tokenvalue',
      expected: 'no field of this name; tokenValue may be meant',
      found: 'a value that is not shown',
    },
  ],
  [
    'a host without a way in',
    { BELFRY_NODES: '[{"type":"pve","name":"dc","host":"h"}]' },
    { variable: 'BELFRY_NODES[0]', expected: 'tokenName with tokenValue, or user with password', found: 'an object' },
  ],
  [
    'a name that is taken',
    { BELFRY_NODES: JSON.stringify([host, host]) },
    { variable: 'BELFRY_NODES', expected: 'a different name or id for each host', found: 'pve "dc" twice' },
  ],
  [
    'a file that is not there',
    { BELFRY_NODES: '@nowhere' },
    {
      variable: 'BELFRY_NODES',
      expected: 'a JSON array of hosts, or @ and the path of a file with one',
      found: '@nowhere, a file that cannot be read',
    },
  ],
])('a wrong value is refused by name, with what was expected and found: %s', ([, env, problem]) => {
  expect(problems(env)).toEqual([problem]);
});

test('all problems are listed at once', () => {
  const nodes = [{ type: 'pve', name: '', host: 1, user: 'u', password: 'p' }];
  const env = { BELFRY_PORT: 'x', BELFRY_DEMO: 'y', BELFRY_NODES: JSON.stringify(nodes) };
  expect(problems(env).map((problem) => problem.variable)).toEqual([
    'BELFRY_DEMO',
    'BELFRY_PORT',
    'BELFRY_NODES[0].name',
    'BELFRY_NODES[0].host',
  ]);
});

test('no error message contains a secret, for any error in the value', () => {
  for (const text of [
    JSON.stringify([{ ...host, tokenValue: ['hush-hush'], password: 'hush-hush'.repeat(200) }]),
    JSON.stringify([{ ...host, name: 5 }]),
    JSON.stringify([host]).slice(0, -3),
    JSON.stringify('hush-hush'),
    'hush-hush',
  ]) {
    const found = problems({ BELFRY_NODES: text });
    expect(found).not.toEqual([]);
    expect(JSON.stringify(found)).not.toContain('hush');
  }
});

test('networks of notifications are addresses and CIDRs', () => {
  const { notifyNetworks } = config({ BELFRY_NOTIFY_ALLOWED_NETWORKS: '127.0.0.0/8 ::1' });
  expect(['127.0.0.9', '::1', '10.0.0.1'].map(notifyNetworks.includes)).toEqual([true, true, false]);
});

test('access settings are checked like all others: proxies, header names, addresses', () => {
  const { access } = config({
    BELFRY_TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8',
    BELFRY_PROXY_AUTH_SECRET: 's',
    BELFRY_PROXY_AUTH_USER_HEADER: 'Remote-User',
    BELFRY_OIDC_ISSUER_URL: 'https://id.example',
    BELFRY_PUBLIC_URL: 'https://belfry.example',
  });
  expect(access.trustedProxies.includes('10.1.2.3')).toBe(true);
  expect(access.proxy).toMatchObject({ userHeader: 'remote-user', adminRole: 'admin' });
  expect(access.oidcEnv).toEqual({ issuerUrl: 'https://id.example' });
  const leaveBy = (found: string) =>
    config({ BELFRY_PROXY_AUTH_SECRET: 's', BELFRY_PROXY_AUTH_LOGOUT_URL: found }).access.proxy?.logoutUrl;
  for (const found of ['/oauth2/sign_out', 'https://id.example/bye']) expect(leaveBy(found)).toBe(found);
  const at = (BELFRY_PUBLIC_URL: string) => config({ BELFRY_PUBLIC_URL }).access;
  expect(at('https://belfry.example/')).toMatchObject({ publicUrl: 'https://belfry.example', prefix: '' });
  expect(at('https://x.example/tools/belfry/')).toMatchObject({
    publicUrl: 'https://x.example/tools/belfry',
    prefix: '/tools/belfry',
  });
  for (const path of ['api', 'ws/', 'assets/x', 'a b', '%41', "it's", '?a=1', '#a'])
    expect([path, parseEnv({ BELFRY_PUBLIC_URL: `https://x.example/${path}` }).ok]).toEqual([path, false]);
  expect(at('https://x.example/apis').prefix).toBe('/apis');
  const wrong = {
    BELFRY_PROXY_AUTH_LOGOUT_URL: '//evil.example',
    BELFRY_TRUSTED_PROXIES: 'everybody',
    BELFRY_NOTIFY_ALLOWED_NETWORKS: '127.0.0.0/8, 10.0.0.0/99',
    BELFRY_PUBLIC_URL: 'belfry',
    BELFRY_PROXY_AUTH_ROLE_HEADER: 'a b',
  };
  const refused = parseEnv(wrong);
  expect(refused.ok ? [] : refused.error.map((p) => p.variable).sort()).toEqual(Object.keys(wrong).sort());
});
