// What a drill says about the backups of a guest: a line among the restore tests.
import { isOfBackup } from '@belfry/domain/drill/of-backup';
import type { Drill } from '@belfry/schema/drill/drill';

export interface NewTest {
  guest: string;
  at: number;
  result: 'ok' | 'failed';
  note: string;
}

/** Undefined when the change says nothing new about the backup. */
export function testOf(
  before: Drill,
  { guest, backup, state, reason, detail, restoreMs, isAtMost }: Drill,
): NewTest | undefined {
  if (before.state === state) return undefined;
  const of = `Seen by Belfry: ${backup.volid}`;
  const at = Date.parse(before.createdAt);
  if (state === 'passed' || (state === 'done' && before.state !== 'passed')) {
    const seconds = Math.round((restoreMs ?? 0) / 1000);
    return { guest, at, result: 'ok', note: `${of}, back ${isAtMost ? 'within' : 'after'} ${seconds} s` };
  }
  if (state !== 'refused' || reason === undefined || !isOfBackup(reason)) return undefined;
  return {
    guest,
    at,
    result: 'failed',
    note: `${of}, ${reason}${detail === undefined ? '' : `: ${detail}`}`.slice(0, 1000),
  };
}
