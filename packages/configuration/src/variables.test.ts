import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { english } from '@belfry/domain/sentences/english';
import { expect, test } from 'vitest';
import { misspelt as unknown } from './variables.ts';

const misspelt = (env: Record<string, string>) => unknown(env).map(english);

test('a variable that is misspelt is named, with the one that may be meant', () => {
  expect(misspelt({ BELFRY_PROT: '80', BELFRY_OIDC_ISUER_URL: 'https://id.example', BELFRY_COLOUR: 'red' })).toEqual([
    'BELFRY_PROT is no variable of Belfry and has no effect. Is BELFRY_PORT meant?',
    'BELFRY_OIDC_ISUER_URL is no variable of Belfry and has no effect. Is BELFRY_OIDC_ISSUER_URL meant?',
    'BELFRY_COLOUR is no variable of Belfry and has no effect.',
  ]);
});

test('variables of Belfry, of other programs, of Kubernetes, empty ones and files with values are no mistakes', () => {
  const env = {
    ...{ BELFRY_PORT: '80', BELFRY_NODES_FILE: '/run/nodes', PATH: '/bin', BELFREY: 'x', BELFRY_PROT: ' ' },
    ...{ BELFRY_SERVICE_HOST: '10.0.0.1', BELFRY_SERVICE_PORT_HTTP: '80', BELFRY_PORT_80_TCP_ADDR: '10.0.0.1' },
    BELFRY_WEB_PORT: 'tcp://10.0.0.1:80',
  };
  expect(misspelt(env)).toEqual([]);
});

test('every variable that the configuration of the server or the documentation names is known', () => {
  const root = path.join(import.meta.dirname, '../../..');
  const files = [
    ...globSync(['apps/server/src/config/*.ts', 'apps/cli/src/**/*.ts', 'docs/site/guide/configuration.md'], {
      cwd: root,
    }),
    ...['apps/server/src/server.ts', 'docker/compose.yaml'],
  ].filter((file) => !file.endsWith('.test.ts'));
  const text = files.map((file) => readFileSync(path.join(root, file), 'utf8')).join('\n');
  const named = [...new Set(text.match(/\bBELFRY_[A-Z0-9_]*[A-Z0-9](?![A-Z0-9_*…$])/g))].filter(
    (name) => name !== 'BELFRY_X' && name !== 'BELFRY_X_FILE',
  );
  expect(named.length).toBeGreaterThan(30);
  expect(misspelt(Object.fromEntries(named.map((name) => [name, 'x'])))).toEqual([]);
});
