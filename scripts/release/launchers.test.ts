// What runs for years is started with the flags and variables of docs/decisions/0008, from an archive and in the image.
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

/** An archive whose Node says how it was called. */
function unpacked(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'belfry-launchers-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(path.join(folder, 'runtime'));
  const node = path.join(folder, 'runtime/node');
  writeFileSync(node, '#!/bin/sh\nenv | grep ^MALLOC_ | sort\nprintf "%s\\n" "$@"\n');
  chmodSync(node, 0o755);
  for (const name of ['belfry', 'belfry-server'])
    copyFileSync(path.join(import.meta.dirname, 'programs', name), path.join(folder, name));
  return folder;
}

test('a collector that runs gets the flags and variables of the server, from an archive and in the image', () => {
  const folder = unpacked();
  const said = (program: string, ...words: string[]) => {
    const env = { PATH: `${path.join(folder, 'runtime')}:/usr/bin:/bin` };
    const lines = execFileSync('sh', [program, ...words], { env, encoding: 'utf8' })
      .trim()
      .split('\n');
    return lines.filter((line) => /^(MALLOC_|--\w+-semi-space|--heap)/.test(line));
  };
  const entrypoint = path.resolve(import.meta.dirname, '../../docker/entrypoint.sh');
  const server = said(path.join(folder, 'belfry-server'));
  expect(server).toHaveLength(6);
  expect(said(path.join(folder, 'belfry'), 'collector', 'run', '--data-dir', '/d')).toEqual(server);
  expect(said(entrypoint)).toEqual(server);
  expect(said(entrypoint, 'collector', 'run', '--data-dir', '/d')).toEqual(server);
  // These end at once.
  expect(said(path.join(folder, 'belfry'), 'collector', 'status')).toEqual([]);
  expect(said(entrypoint, 'collector', 'join', 'https://b', 'bfs_x')).toEqual([]);
});
