// Runs tests at other times of the day and the year, in two time zones: `npm run x -- node scripts/test-clocks.mjs PATH…`
import { spawnSync } from 'node:child_process';

const paths = process.argv.slice(2);
const year = new Date().getFullYear();
const two = (number) => `${number}`.padStart(2, '0');
const today = `${year}-${two(new Date().getMonth() + 1)}-${two(new Date().getDate())}`;
/** The European Union changes its clocks on the last Sunday of these months, at 1:00 UTC. */
const lastSunday = (month) => {
  const last = new Date(Date.UTC(year, month, 0));
  return `${year}-${two(month)}-${two(last.getUTCDate() - last.getUTCDay())}`;
};
const lastOfMonth = `${year}-${two(new Date().getMonth() + 1)}-${two(new Date(year, new Date().getMonth() + 1, 0).getDate())}`;

/** A time without a zone is that of the zone in which the tests run. */
const moments = [
  ...[`${today}T00:30`, `${today}T12:30`, `${today}T23:59`, `${lastOfMonth}T23:59:50`],
  ...[`${lastSunday(3)}T00:59:50Z`, `${lastSunday(10)}T00:59:50Z`],
];
const failed = [];
for (const TZ of ['UTC', 'Europe/Berlin'])
  for (const BELFRY_TEST_NOW of moments) {
    process.stdout.write(`\n${BELFRY_TEST_NOW} in ${TZ}\n`);
    const options = { stdio: 'inherit', env: { ...process.env, TZ, BELFRY_TEST_NOW } };
    const { status } = spawnSync(
      'pnpm',
      ['exec', 'vitest', 'run', '--project=unit', '--project=server', '--project=alone', ...paths],
      options,
    );
    if (status !== 0) failed.push(`${BELFRY_TEST_NOW} in ${TZ}`);
  }
process.stdout.write(failed.length > 0 ? `\nFailed at:\n${failed.join('\n')}\n` : '\nAll passed.\n');
process.exitCode = failed.length > 0 ? 1 : 0;
