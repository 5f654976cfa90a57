// `belfry backup create` and `belfry backup list`: backups of Belfry itself.
import { getOwnBackups, makeOwnBackup, type OwnBackup } from '@belfry/schema/http/own-backups';
import type { Api } from '../api.ts';
import { Failure } from '../failure.ts';
import { type Output, printable, show, table } from '../print.ts';

const sizeOf = ({ sizeBytes }: OwnBackup): string => `${(sizeBytes / 1024).toFixed(0)} KiB`;

export async function createBackup(api: Api, output: Output): Promise<void> {
  const made = await api.call(makeOwnBackup, { body: {} });
  show(output, made, () => `Belfry made ${printable(made.file)} (${sizeOf(made)}).\n`);
}

/** The exit status. */
export async function listBackups(api: Api, output: Output): Promise<number> {
  const status = await api.call(getOwnBackups);
  const { enabled, next, backups, stores = [], problem, lastGood } = status;
  show(output, status, () => {
    if (!enabled)
      return 'Belfry makes no backups of itself. Set BELFRY_BACKUP_DIR or BELFRY_BACKUP_S3_URL, and BELFRY_BACKUP_PASSPHRASE.\n';
    const rows = backups.map((one) => [one.file, one.at, sizeOf(one)]);
    const lines = [
      table(['FILE', 'MADE', 'SIZE'], rows, 'There are no backups.'),
      ...stores.map(({ place, count }) => `In ${printable(place)}: ${count}.\n`),
      next === undefined ? '' : `The next one: ${next}.\n`,
      problem === undefined ? '' : `✗ ${printable(problem.message)}\n`,
    ];
    return lines.join('');
  });
  return lastGood === undefined || problem !== undefined ? 1 : 0;
}

/** The launcher of an installation gives this command to the server, which knows the data. */
export function restoreElsewhere(): never {
  throw new Failure(
    'A restore needs the program of the server: run "belfry backup restore" of an installation, or apps/server/dist/main.js with the same words.',
  );
}
