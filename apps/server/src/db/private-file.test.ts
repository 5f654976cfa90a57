import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { mountSmallDisk } from '@belfry/lab/small-disk';
import { expect, onTestFinished, test } from 'vitest';
import { writePrivateFile } from './private-file.ts';

const isRoot = process.getuid?.() === 0;

test.runIf(isRoot)('a disk with too little space keeps the old content: a part of the new one is never there', () => {
  const disk = mountSmallDisk(1);
  onTestFinished(disk.unmount);
  const file = path.join(disk.folder, 'assignment.json');
  writePrivateFile(file, 'old');
  // Space for one page, and not for all of them.
  const spare = path.join(disk.folder, 'spare');
  writeFileSync(spare, ' '.repeat(8192));
  disk.fill();
  rmSync(spare);
  expect(() => writePrivateFile(file, 'new'.repeat(10_000))).toThrow('ENOSPC');
  expect(readFileSync(file, 'utf8')).toBe('old');
});
