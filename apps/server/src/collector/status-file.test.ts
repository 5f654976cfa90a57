import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../db/testing/temp-store.ts';
import { createStatusFile } from './status-file.ts';

test('where no new file can be written, as on a full disk, the old one is overwritten in its place', () => {
  const dataDir = tempDir();
  const file = createStatusFile(dataDir);
  file.write({ waiting: 0, history: { bytes: 1 } });
  // Nothing can be put in the place of the new file.
  mkdirSync(path.join(dataDir, 'status.json.new'));
  const handle = openSync(path.join(dataDir, 'status.json'), 'r');
  file.write({ waiting: 12, problem: 'the disk is full' });
  expect(file.read()).toEqual({ waiting: 12, problem: 'the disk is full' });
  expect(readFileSync(handle, 'utf8')).toContain('the disk is full');
  closeSync(handle);
});

test('a shorter text leaves nothing of a longer one', () => {
  const dataDir = tempDir();
  const file = createStatusFile(dataDir);
  writeFileSync(path.join(dataDir, 'status.json'), JSON.stringify({ old: 'x'.repeat(9000) }));
  mkdirSync(path.join(dataDir, 'status.json.new'));
  file.write({ waiting: 1 });
  expect(file.read()).toEqual({ waiting: 1 });
});
