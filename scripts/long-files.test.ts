// Files of the web client are short. A longer one has a reason, which CONTRIBUTING.md gives.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const MOST_LINES = 200;

/** By its last two names, as CONTRIBUTING.md calls a file. */
const nameOf = (file: string): string => file.split('/').slice(-2).join('/');

test('every file of the web client above 200 lines that is no table of texts is listed with its reason, and no other file is', () => {
  const files = globSync('apps/web/src/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.(test|gen)\.|messages\.ts$|\/languages\//.test(file),
  );
  const linesOf = (file: string) => readFileSync(path.join(root, file), 'utf8').trimEnd().split('\n').length;
  const long = files.filter((file) => linesOf(file) > MOST_LINES).map(nameOf);
  const contributing = readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8');
  const [, list = ''] = /these files are longer than 200:([\s\S]*?)\n- /.exec(contributing) ?? [];
  const listed = [...list.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
  expect(long.toSorted()).toEqual(listed.toSorted());
});
