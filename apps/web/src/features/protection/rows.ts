// Guests → rows of the table: groups, guests, the first line of an error below its guest, details. Pure.
import { compareText, natural } from '../../lib/order.ts';
import { type Jobs, jobName } from '../../ui/protection/texts.ts';
import { type Standing, type Subject, standingOf, standings } from './subject.ts';
import type { ProtectionView } from './view.ts';

interface GroupRow {
  kind: 'group';
  key: string;
  /** The standing, the name of the node, or the name of the job; '' for guests in no job. */
  group: { by: 'problems'; standing: Standing } | { by: 'node' | 'job'; name: string };
  count: number;
}
interface GuestRow {
  kind: 'guest';
  key: string;
  subject: Subject;
}
/** `note`: what happened, in one line. `why`: everything that is known. */
interface DetailRow {
  kind: 'detail';
  key: string;
  part: 'note' | 'why';
  subject: Subject;
}
/** The guests at the end of a group that are not shown. */
interface MoreRow {
  kind: 'detail';
  key: string;
  part: 'more';
  count: number;
}
export type Row = GroupRow | GuestRow | DetailRow | MoreRow;

/** So many guests without a problem are shown before the others fold into one row. */
export const MAX_WELL = 20;

/** A run that did not work has a line of its own below its guest. */
function hasNote({ protection: { state, lastRun } }: Subject): boolean {
  if (state !== 'failed' && state !== 'late' && state !== 'never') return false;
  return lastRun !== undefined && !['ok', 'running', 'pending'].includes(lastRun.result);
}

/** `standingIn`: where a guest stands, which may be where it stood before. */
export function toRows(
  subjects: readonly Subject[],
  { grouping, rest }: Pick<ProtectionView, 'grouping' | 'rest'>,
  jobs: Jobs,
  opened: ReadonlySet<string>,
  standingIn: (subject: Subject) => Standing = standingOf,
): Row[] {
  const keyOf = (subject: Subject): string =>
    grouping === 'problems'
      ? standingIn(subject)
      : grouping === 'node'
        ? `${subject.guest.instance}/${subject.guest.node}`
        : (subject.protection.jobs[0] ?? '');
  const groups = Map.groupBy(subjects, keyOf);
  const nameOf = (key: string, [first]: readonly Subject[]): string => {
    if (grouping === 'node') return first?.guest.node ?? '';
    const job = jobs.get(key);
    return job ? jobName(job) : key;
  };
  const order = (key: string, own: readonly Subject[]): string =>
    grouping === 'problems'
      ? `${standings.indexOf(key as Standing)}`
      : // guests in no job come first: somebody has to decide about them
        `${key === '' ? 0 : 1}${natural(nameOf(key, own))}${key}`;
  return [...groups]
    .map(([key, own]) => ({ key, own, order: order(key, own) }))
    .sort((a, b) => compareText(a.order, b.order))
    .flatMap(({ key, own }): Row[] => {
      const folds = grouping === 'problems' && rest === 'folded' && key === 'protected' && own.length > MAX_WELL + 1;
      const shown = folds ? own.slice(0, MAX_WELL) : own;
      const group: GroupRow['group'] =
        grouping === 'problems'
          ? { by: 'problems', standing: key as Standing }
          : { by: grouping, name: nameOf(key, own) };
      return [
        { kind: 'group', key: `group:${key}`, group, count: own.length },
        ...shown.flatMap((subject) => rowsOf(subject, opened.has(subject.id))),
        ...(folds
          ? [{ kind: 'detail' as const, key: 'more', part: 'more' as const, count: own.length - MAX_WELL }]
          : []),
      ];
    });
}

function rowsOf(subject: Subject, isOpened: boolean): Row[] {
  const rows: Row[] = [{ kind: 'guest', key: subject.id, subject }];
  if (hasNote(subject)) rows.push({ kind: 'detail', key: `${subject.id}/note`, part: 'note', subject });
  if (isOpened) rows.push({ kind: 'detail', key: `${subject.id}/why`, part: 'why', subject });
  return rows;
}
