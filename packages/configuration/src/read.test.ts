import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ConfigFile } from '@belfry/schema/config/file';
import { nodeTypes } from '@belfry/schema/config/kinds';
import { expect, test } from 'vitest';
import { readBounded } from './bounded-file.ts';
import { problemText } from './problem.ts';
import { readConfigFile } from './read.ts';
import { MAX_BYTES } from './tree.ts';

const problemsIn = (text: string, read?: (file: string) => string): string[] => {
  const found = readConfigFile(text, read);
  return found.ok ? [] : found.error.map((problem) => problemText('b.yaml', problem));
};

const host = 'type: pve, name: a, host: h';

test.for<[name: string, text: string, problems: (string | RegExp)[]]>([
  [
    'an unknown section',
    'version: 1\nsystm: {}\n',
    [/^b\.yaml:2:1: systm: is an unknown key\. Did you mean system\? Known/],
  ],
  [
    'an unknown key in a list',
    'instances:\n  - type: pve\n    name: a\n    host: h\n    user: u\n    pasword_file: p\n    colour: 1\n',
    [
      'b.yaml:2:5: instances[0]: needs tokenName with tokenValue, or user with password',
      /^b\.yaml:6:5: instances\[0\]\.pasword_file: is an unknown key\. Did you mean password_file\?/,
      /^b\.yaml:7:5: instances\[0\]\.colour: is an unknown key\. Known here: .*verifySSL/,
    ],
  ],
  [
    'an unknown key in flow style',
    'destinations: { mqtt: { hosst: x } }',
    [/^b\.yaml:1:25: destinations\.mqtt\.hosst: is an unknown key\. Did you mean host\?/],
  ],
  [
    'unknown keys deep in the schedule, which the API would keep',
    'schedule:\n  quietHours:\n    suppress: { disks: true }\n  escalation: { levels: [{ after: 5, notify: all, x: 1 }] }\n',
    [
      /^b\.yaml:3:17: schedule\.quietHours\.suppress\.disks: is an/,
      /^b\.yaml:4:51: schedule\.escalation\.levels\[0\]\.x: is an/,
    ],
  ],
  [
    'a key of another kind of instance',
    `instances: [{ type: pmg, name: a, host: h, user: u, password: p, monitorVMs: true }]`,
    [/^b\.yaml:1:66: instances\[0\]\.monitorVMs: is an unknown key/],
  ],
  [
    'a kind that is not there',
    'instances: [{ type: esx, name: a, host: h }]',
    [`b.yaml:1:21: instances[0].type: expected one of ${nodeTypes.join(', ')}`],
  ],
  [
    'a wrong type',
    'system:\n  pvePollingInterval: fast\n',
    ['b.yaml:2:23: system.pvePollingInterval: Enter a whole number of seconds from 10 to 3600'],
  ],
  [
    'a value outside of its limits',
    'destinations: { email: { port: 70000 } }',
    ['b.yaml:1:32: destinations.email.port: must be a whole number from 1 to 65535'],
  ],
  [
    'a value that is not one of the choices',
    'users:\n- name: ann\n  role: boss\n  password: 12345678\n',
    [
      'b.yaml:3:9: users[0].role: must be one of viewer, operator, admin',
      'b.yaml:4:13: users[0].password: must be a text',
    ],
  ],
  ['a section without content', 'users:\n', ['b.yaml:1:7: users: must be a list']],
  ['a list in place of a mapping', 'oidc: [1]', ['b.yaml:1:7: oidc: must be an object']],
  [
    'two users of one name',
    'users:\n  - { name: a, password_file: x }\n  - { name: a, password_file: y }\n',
    ['b.yaml:3:5: users[1]: has the name or the id of an entry above'],
  ],
  [
    'two instances of one id',
    `instances:\n- { ${host}, id: x, user: u, password: p }\n- { type: pbs, name: b, host: h, id: x, user: u, password: p }\n`,
    ['b.yaml:3:3: instances[1]: has the name or the id of an entry above'],
  ],
  [
    'a password and its hash',
    'users:\n- { name: a, password_file: x, passwordHash_file: y }\n',
    ['b.yaml:2:3: users[0]: needs either a password or a passwordHash'],
  ],
  [
    'a token by its text',
    'tokens: [{ name: a, scope: read, token: bf_1 }]',
    [/^b\.yaml:1:10: tokens\[0\]\.hash: is required/, /^b\.yaml:1:34: tokens\[0\]\.token: is an unknown key/],
  ],
  [
    'a secret and its file',
    `instances: [{ ${host}, user: u, password: p, password_file: q }]`,
    ['b.yaml:1:81: instances[0].password_file: stands beside password: use one of them'],
  ],
  [
    'a file for what is no secret',
    `instances: [{ ${host}, user_file: u, password: p }]`,
    [/^b\.yaml:1:13: instances\[0\]: needs/, /^b\.yaml:1:44: instances\[0\]\.user_file: is an unknown key/],
  ],
  [
    'a file that is no path',
    'oidc: { clientSecret_file: 12 }',
    ['b.yaml:1:28: oidc.clientSecret_file: must be the path of a file'],
  ],
  ['a key twice', 'version: 1\nsystem: {}\nversion: 1\n', ['b.yaml:3:1: version: is there twice']],
  ['a key that is a list', '? [a]\n: 1\n', [/^b\.yaml:1:3: has a key that is no text/]],
  ['a prototype as a key', '__proto__: { x: 1 }', [/^b\.yaml:1:1: __proto__: is an unknown key/]],
  ['another version', 'version: 2', ['b.yaml:1:10: version: must be 1, the only version of this file']],
  ['nothing', '', ['b.yaml:1:1: must be an object']],
  ['a quotation mark that is missing', 'system:\n  theme: "dark\n', [/^b\.yaml:\d:\d+: A character is missing here/]],
  ['a colon in a value', 'system: theme: dark\n', [/^b\.yaml:1:9: A list or mapping cannot begin here/]],
  ['tabs', 'system:\n\ttheme: dark\n', ['b.yaml:2:1: Use spaces, not tabs, to indent']],
  ['a wrong indentation', 'system:\n  theme: dark\n logLevel: info\n', [/^b\.yaml:3:/]],
  [
    'two documents',
    'version: 1\n---\nversion: 1\n',
    ['b.yaml:2:1: A configuration file has one document: remove the line ---'],
  ],
  ['a tag', 'system: !!js/function x\n', ['b.yaml:1:9: This tag (!…) is not known here']],
  ['an alias of nothing', 'system: *none\n', ['b.yaml:1:9: system: is an alias without an anchor before it']],
  [
    'an alias within itself',
    'system: &a { theme: *a }\n',
    ['b.yaml:1:21: system.theme: is an alias without an anchor before it'],
  ],
])('%s is refused with line and column', ([, text, expected]) => {
  const found = problemsIn(text);
  expect(found).toEqual(expected.map((one) => (typeof one === 'string' ? one : expect.stringMatching(one))));
});

test('several mistakes are named at once, in the order of the file', () => {
  const found = problemsIn('systm: {}\nusers: 1\ninstances: [{}]\nalerts: { guestDefaults: { cpuu: 1 } }\n');
  expect(found.map((line) => line.split(':')[1])).toEqual(['1', '2', '3', '4']);
});

test('a billion laughs, a deep file, a large file and a million keys are refused, and cost seconds of the processor at most', () => {
  const laughs = [...'abcdefghij'].map(
    (name, i, all) =>
      `${name}: &${name} [${Array(10)
        .fill(i === 0 ? 'ha' : `*${all[i - 1]}`)
        .join(', ')}]`,
  );
  const hostile: [text: string, problem: RegExp][] = [
    [laughs.join('\n'), /more than 100000 values, counting those of aliases/],
    [`system: ${'['.repeat(200_000)}`, /nested too deeply|not valid YAML|missing/],
    [`system: ${'{a: '.repeat(45)}1${'}'.repeat(45)}`, /nested too deeply/],
    ['x'.repeat(MAX_BYTES + 1), /larger than 2 MiB/],
    [Array.from({ length: 150_000 }, (_, i) => `k${i}: 1`).join('\n'), /more than 100000 values/],
  ];
  for (const [text, problem] of hostile) expect(problemsIn(text)[0]).toMatch(problem);
});

test('no error repeats a value: neither a secret in a wrong place nor one in broken YAML', () => {
  const secret = 'hunter2-hunter2';
  for (const text of [
    `instances: [{ ${host}, user: u, password: ["${secret}"] }]`,
    `oidc: ${secret}`,
    `oidc: { enabled: ${secret}, clientSecret: { a: ${secret} } }`,
    `users: [{ name: ann, passwordHash: ${secret} }]`,
    `tokens: [{ name: a, scope: ${secret}, hash: ${secret} }]`,
    `destinations: { mqtt: { password: ${secret} ${secret}: x } }`,
    `oidc: { clientSecret: "${secret} }`,
    `oidc: @${secret}`,
    `oidc: { clientSecret: *${secret} }`,
  ]) {
    const found = problemsIn(text);
    expect(found.length, text).toBeGreaterThan(0);
    expect(found.join('\n')).not.toContain(secret);
  }
});

test('a secret comes from its file without one line break at the end; without a reader no file is opened', () => {
  const text = `instances: [{ ${host}, user: u, password_file: p }]\ndestinations: { webhooks: [{ name: w, url_file: q, headers: { X_file: q } }] }\n`;
  const read = (file: string) => ({ p: 'pass word \n\n', q: 'https://q' })[file] ?? '';
  const found = readConfigFile(text, read);
  expect(found.ok && found.value.document).toMatchObject({
    instances: [{ password: 'pass word \n' }],
    destinations: { webhooks: [{ url: 'https://q', headers: { X: 'https://q' } }] },
  });
  expect(problemsIn(text)).toEqual([]);
});

test('a file of a secret that cannot be read, or is empty, is named where it stands', () => {
  const missing = () => {
    throw Object.assign(new Error('no'), { code: 'ENOENT' });
  };
  const text = 'oidc:\n  clientSecret_file: /run/secret\n';
  expect(problemsIn(text, missing)).toEqual([
    'b.yaml:2:22: oidc.clientSecret_file: /run/secret cannot be read (ENOENT)',
  ]);
  expect(problemsIn(text, () => '\n')).toEqual(['b.yaml:2:22: oidc.clientSecret_file: /run/secret is empty']);
});

test('what a server refuses is found in the file, also for a secret from a file', () => {
  const found = readConfigFile(`instances:\n- ${host.replaceAll(', ', '\n  ')}\n  user: u\n  password_file: p\n`);
  if (!found.ok) throw new Error('not valid');
  expect(found.value.locate('instances.0.password', { id: 'field.empty' })).toMatchObject({
    line: 6,
    path: 'instances[0].password_file',
  });
  expect(found.value.locate('instances.0.nothing.here', { id: 'field.empty' })).toMatchObject({ line: 2, column: 3 });
});

test('anchors and aliases of a usual size are understood', () => {
  const text = 'alerts:\n  guestDefaults:\n    cpu: &t { trigger: 80, clear: 70 }\n    memory: *t\n';
  const found = readConfigFile(text);
  expect(found.ok && found.value.document).toEqual({
    alerts: { guestDefaults: { cpu: { trigger: 80, clear: 70 }, memory: { trigger: 80, clear: 70 } } },
  });
  expect(problemsIn('alerts:\n  nodeDefaults: { cpu: &t { triger: 80 }, memory: *t }\n')).toEqual([
    expect.stringMatching(/^b\.yaml:2:/),
    expect.stringMatching(/^b\.yaml:2:/),
  ]);
});

const guide = readFileSync(path.resolve(import.meta.dirname, '../../../docs/site/guide/configuration-file.md'), 'utf8');

test('the example of the guide is valid, and shows every section', () => {
  const [, example = ''] = /```yaml\n([\s\S]*?)```/.exec(guide) ?? [];
  expect(problemsIn(example)).toEqual([]);
  const found = readConfigFile(example);
  expect(Object.keys(found.ok ? found.value.document : {})).toEqual(Object.keys(ConfigFile.shape));
});

test('a file that never ends is read up to the limit', () => {
  expect(readBounded('/dev/zero', 1000)).toHaveLength(1001);
  expect(() => readBounded('/no/such/file', 1000)).toThrow('ENOENT');
  expect(readBounded(path.join(import.meta.dirname, 'problem.ts'), 1e6)).toContain('ConfigProblem');
  expect(problemsIn('oidc: { clientSecret_file: z }', () => 'x'.repeat(70_000))).toEqual([
    'b.yaml:1:28: oidc.clientSecret_file: z is too large for a secret',
  ]);
});
