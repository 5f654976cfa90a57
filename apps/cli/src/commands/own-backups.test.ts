import { expect, test } from 'vitest';
import { belfry, run } from '../testing/belfry.ts';

test('a place for backups that cannot be read is not listed as empty', async () => {
  const lastGood = { file: 'b', at: '2026-01-01T03:30:00.000Z', sizeBytes: 2048, version: '1.0.0', ageSeconds: 90_000 };
  const base = { enabled: true, schedule: '03:30', keep: 7 };
  const place = { kind: 's3', place: 's3://kept/home/', problem: 'The store cannot be reached.' };
  const backups = async (answer: object) => {
    const { url } = await belfry({ 'GET /api/system/backups': answer });
    return run('backup list', { BELFRY_URL: url });
  };
  const never = await backups({ ...base, backups: [], stores: [place] });
  expect(never.output).toBe('In s3://kept/home/: not known, because it cannot be read. The store cannot be reached.\n');
  expect(never.status).toBe(1);
  const { ageSeconds, ...backup } = lastGood;
  const known = { ...place, count: 3, lastGood };
  const before = await backups({ ...base, lastGood, backups: [backup], stores: [known] });
  expect(before.output).toContain(
    'In s3://kept/home/: 3 when it was last read, the newest of 2026-01-01 03:30:00 UTC. It cannot be read now. The store cannot be reached.\n',
  );
  expect(before.status).toBe(1);
});
