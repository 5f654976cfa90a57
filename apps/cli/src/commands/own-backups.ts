// `belfry backup create` and `belfry backup list`: backups of Belfry itself.
import { getOwnBackups, makeOwnBackup, type OwnBackup, type OwnBackupStatus } from '@belfry/schema/http/own-backups';
import type { Api } from '../api.ts';
import { Failure } from '../failure.ts';
import { words } from '../language/in-language.ts';
import { moment } from '../language/said.ts';
import { messages } from '../messages/own-backups.ts';
import { type Output, printable, show, table } from '../print.ts';

const sizeOf = ({ sizeBytes }: OwnBackup): string => words().bytes(sizeBytes);

export async function createBackup(api: Api, output: Output): Promise<void> {
  const made = await api.call(makeOwnBackup, { body: {} });
  show(output, made, () => `${messages.made(printable(made.file), sizeOf(made))}\n`);
}

/** The exit status. */
export async function listBackups(api: Api, output: Output): Promise<number> {
  const status = await api.call(getOwnBackups);
  const { enabled, next, backups, stores = [], problem, lastGood } = status;
  show(output, status, () => {
    if (!enabled) return `${messages.off}\n`;
    const rows = backups.map((one) => [one.file, moment(one.at), sizeOf(one)]);
    const isKnown = stores.every(({ problem }) => problem === undefined);
    const lines = [
      ...(isKnown || rows.length > 0 ? [table(messages.heads, rows, messages.none)] : []),
      ...stores.map((store) => `${printable(messages.place(store.place, heldBy(store)))}\n`),
      next === undefined ? '' : `${messages.next(moment(next))}\n`,
      problem === undefined ? '' : `✗ ${printable(problemText(problem))}\n`,
    ];
    return lines.join('');
  });
  const isWell =
    lastGood !== undefined && problem === undefined && stores.every((store) => store.problem === undefined);
  return isWell ? 0 : 1;
}

/** In the words of the language where the reason is one of the known ones. */
function problemText({ message, cause }: NonNullable<OwnBackupStatus['problem']>): string {
  const causes: Readonly<Record<string, (value: string) => string>> = messages.causes;
  const text = cause && Object.hasOwn(causes, cause.id) ? causes[cause.id] : undefined;
  const { path = '', schedule = '' } = cause?.values ?? {};
  return text?.(path || schedule) ?? message;
}

/** A place that cannot be read now may have backups: those of the last look, if there was one. */
function heldBy({ count, lastGood, problem }: NonNullable<OwnBackupStatus['stores']>[number]): string {
  if (problem === undefined) return `${count ?? 0}.`;
  if (count === undefined) return messages.notKnown(problem);
  if (lastGood === undefined) return messages.lastRead(count, problem);
  return messages.lastReadNewest(count, moment(lastGood.at), problem);
}

/** The launcher of an installation gives this command to the server, which knows the data. */
export function restoreElsewhere(): never {
  throw new Failure(messages.restoreElsewhere);
}
