// `belfry backup create` and `belfry backup list`: backups of Belfry itself.
import { getOwnBackups, makeOwnBackup, type OwnBackup, type OwnBackupStatus } from '@belfry/schema/http/own-backups';
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
    const isKnown = stores.every(({ problem }) => problem === undefined);
    const lines = [
      ...(isKnown || rows.length > 0 ? [table(['FILE', 'MADE', 'SIZE'], rows, 'There are no backups.')] : []),
      ...stores.map((store) => `In ${printable(store.place)}: ${printable(heldBy(store))}\n`),
      next === undefined ? '' : `The next one: ${next}.\n`,
      problem === undefined ? '' : `✗ ${printable(problem.message)}\n`,
    ];
    return lines.join('');
  });
  const isWell =
    lastGood !== undefined && problem === undefined && stores.every((store) => store.problem === undefined);
  return isWell ? 0 : 1;
}

/** A place that cannot be read now may have backups: those of the last look, if there was one. */
function heldBy({ count, lastGood, problem }: NonNullable<OwnBackupStatus['stores']>[number]): string {
  if (problem === undefined) return `${count ?? 0}.`;
  if (count === undefined) return `not known, because it cannot be read. ${problem}`;
  const newest = lastGood === undefined ? '' : `, the newest of ${lastGood.at}`;
  return `${count} when it was last read${newest}. It cannot be read now. ${problem}`;
}

/** The launcher of an installation gives this command to the server, which knows the data. */
export function restoreElsewhere(): never {
  throw new Failure(
    'A restore needs the program of the server: run "belfry backup restore" of an installation, or apps/server/dist/main.js with the same words.',
  );
}
