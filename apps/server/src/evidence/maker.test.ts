import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { scriptedMonth } from '@belfry/evidence/testing/scripted-month';
import { verifyEvidence } from '@belfry/evidence/verify';
import { expect, test } from 'vitest';
import { tempDir } from '../db/testing/temp-store.ts';
import { fakeClock } from '../lib/fake-clock.ts';
import type { Asked } from './make-file.ts';
import { createMaker, ReportNotMade } from './maker.ts';

const asked: Asked = {
  ...{ input: scriptedMonth(3), format: 'json', language: 'en', paper: 'A4', secret: new Uint8Array(32) },
  head: { name: '', logo: undefined },
};
function programOf(text: string): string {
  const file = path.join(tempDir(), 'program.mjs');
  writeFileSync(file, text);
  return file;
}

test.each(['json', 'csv', 'pdf'] as const)('a process makes a %s, the same bytes each time', async (format) => {
  const make = createMaker();
  const [one, two] = await Promise.all([make({ ...asked, format }), make({ ...asked, format })]);
  expect(verifyEvidence(Buffer.from(one ?? []))).toMatchObject({ ok: true });
  expect(Buffer.compare(Buffer.from(one ?? []), Buffer.from(two ?? []))).toBe(0);
});

test('a process that ends without a report says so, and the next one has its turn', async () => {
  const make = createMaker({ program: programOf('process.exit(3);') });
  const both = await Promise.allSettled([make(asked), make(asked)]);
  for (const each of both) expect(each).toMatchObject({ status: 'rejected', reason: expect.any(ReportNotMade) });
});

test('an error of the process is in the refusal', async () => {
  const program = programOf("process.on('message', () => process.send({ error: 'RangeError: no day' }));");
  await expect(createMaker({ program })(asked)).rejects.toThrow('RangeError: no day');
});

test('without the program the report is refused', async () => {
  await expect(createMaker({ program: '/nowhere/program.mjs' })(asked)).rejects.toBeInstanceOf(ReportNotMade);
});

test('a process that hangs is ended', async () => {
  const clock = fakeClock();
  const sign = path.join(tempDir(), 'begun');
  const program = programOf(
    `import { writeFileSync } from 'node:fs';
     process.on('message', () => { writeFileSync(${JSON.stringify(sign)}, String(process.pid)); for (;;); });`,
  );
  const made = createMaker({ program, clock, mostMs: 5000 })(asked);
  const ended = expect(made).rejects.toThrow('It took too long.');
  await expect.poll(() => existsSync(sign)).toBe(true);
  await clock.advance(5000);
  await ended;
});

test('the process gets no variable of the environment', async () => {
  process.env.BELFRY_SECRET_FOR_TEST = 'secret';
  const program = programOf(
    "process.on('message', () => process.send({ error: Object.keys(process.env).filter((name) => name.startsWith('BELFRY')).join() || 'none' }));",
  );
  try {
    await expect(createMaker({ program })(asked)).rejects.toThrow('none');
  } finally {
    delete process.env.BELFRY_SECRET_FOR_TEST;
  }
});
