// Restore tests for a report: those that Belfry watched, and those that somebody wrote down.
import { isOfBackup } from '@belfry/domain/drill/of-backup';
import type { EvidenceRestoreTest } from '@belfry/domain/evidence/input';
import type { Drill } from '@belfry/schema/drill/drill';
import type { ProtectionDecisions } from '@belfry/schema/http/protection';

type Written = ProtectionDecisions['restoreTests'][number];

/** `isOwn`: whether a guest belongs to the scope. What somebody wrote down names no instance. */
export function restoreTestsOf(
  drills: readonly Drill[],
  written: readonly Written[],
  isOwn: (guest: string, instance: string | undefined) => boolean,
): EvidenceRestoreTest[] {
  const watched = drills.filter(({ guest, instance }) => isOwn(guest, instance));
  const key = (guest: string, at: string) => `${Date.parse(at)} ${guest}`;
  // What was seen of a restore test is also a line among those that were written down.
  const seen = new Set(watched.map(({ guest, createdAt }) => key(guest, createdAt)));
  return [
    ...watched.map(ofDrill),
    ...written
      .filter(({ guest, at }) => isOwn(guest, undefined) && !seen.has(key(guest, at)))
      .map(
        ({ id, guest, at, result, note, by }): EvidenceRestoreTest => ({
          ...{ number: id, guest, name: guest, at: Date.parse(at), isWatched: false, by, note },
          result: result === 'ok' ? 'passed' : 'failed',
        }),
      ),
  ];
}

function ofDrill(drill: Drill): EvidenceRestoreTest {
  const { id, guest, name, createdAt, by, reason, restoreMs, isAtMost, state, backup, detail } = drill;
  return {
    ...{ number: id, guest, name, at: Date.parse(createdAt), isWatched: true, by, reason, restoreMs, isAtMost },
    ...{ result: resultOf(drill), backup: backup.volid, isCopyThere: state === 'passed', note: detail },
  };
}

function resultOf({ state, reason }: Drill): EvidenceRestoreTest['result'] {
  if (state === 'passed' || state === 'done') return 'passed';
  if (state === 'refused') return reason && isOfBackup(reason) ? 'failed' : 'refused';
  return state === 'aborted' ? 'ended' : 'open';
}
