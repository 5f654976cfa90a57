import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { endOf, replaceUnits } from './service.ts';

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

/** As `systemctl show` of systemd 252 prints it. */
const shown = (state: string, sub: string, restarts: number, result = 'success', job = '') =>
  `Job=${job}\nResult=${result}\nNRestarts=${restarts}\nActiveState=${state}\nSubState=${sub}\n`;

test.for([
  ['runs', shown('active', 'running', 0), undefined],
  ['waits for its start', shown('inactive', 'dead', 0, 'success', '417'), undefined],
  ['ended once, and is about to be started again', shown('activating', 'auto-restart', 0, 'exit-code'), undefined],
  ['ended twice, and runs', shown('active', 'running', 2), undefined],
  ['ended for the third time', shown('activating', 'auto-restart', 2, 'signal'), 'it ended 3 times (signal)'],
  ['runs for the fourth time', shown('active', 'running', 3), 'it ended 3 times'],
  [
    'is not started again',
    shown('failed', 'failed', 4, 'exit-code'),
    'it ended, and systemd does not start it again (exit-code)',
  ],
  ['ended without an error', shown('inactive', 'dead', 0), 'it ended by itself'],
  ['is unknown', 'nonsense', undefined],
] as const)('a service that %s', ([, text, ended]) => {
  expect(endOf(text)).toBe(ended);
});
