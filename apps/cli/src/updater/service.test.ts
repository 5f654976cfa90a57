import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { replaceUnits } from './service.ts';

test('a release replaces the units that are installed, and installs none that is not', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'belfry-units-'));
  const [home, units] = [path.join(folder, 'home'), path.join(folder, 'units')];
  mkdirSync(path.join(home, 'packaging/systemd'), { recursive: true });
  mkdirSync(units);
  for (const name of ['belfry.service', 'belfry-update.path', 'other.service'])
    writeFileSync(path.join(home, 'packaging/systemd', name), 'new');
  expect(replaceUnits(home, units)).toBe(false);
  for (const name of ['belfry.service', 'other.service']) writeFileSync(path.join(units, name), 'old');
  expect(replaceUnits(home, units)).toBe(true);
  const content = readdirSync(units).map((name) => [name, readFileSync(path.join(units, name), 'utf8')]);
  expect(content).toEqual([
    ['belfry.service', 'new'],
    ['other.service', 'old'],
  ]);
  expect(replaceUnits(path.join(folder, 'nothing'), units)).toBe(false);
});
