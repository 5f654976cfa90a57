// Writes the transitions of alerts into their history, and reads the active alerts at the start. Nothing waits for the disk: while
// it accepts no writes, the rows stay in memory and are saved afterwards.
import { eachChanged } from '@belfry/domain/delta/each-changed';
import type { AlertChange, ChangeKind, Known } from '@belfry/schema/alerts/history';
import type { Alert } from '@belfry/schema/entities/alert';
import type { AlertWrites } from '../../db/alert-writes.ts';
import type { AlertsStore, Occurrence } from '../../db/alerts-store.ts';
import { type Clock, iso } from '../../lib/clock.ts';
import type { OnDefect } from '../../lib/defects.ts';
import { forAll } from '../../lib/for-all.ts';
import type { Transition } from '../engine/transition.ts';

export type Ledger = Awaited<ReturnType<typeof openLedger>>;

export interface LedgerDeps {
  store: Pick<AlertsStore, 'open' | 'resolvedSince' | 'newest' | 'find' | 'onLoss'>;
  writes: Pick<AlertWrites, 'occurrences' | 'write' | 'settled'>;
  onDefect: OnDefect;
  clock: Pick<Clock, 'now'>;
}

const RECENT_MS = 600_000;
/** Changes of one occurrence. When there are more, changes in the middle are removed. */
const MAX_CHANGES = 200;
/** The line tells when something was heard, and the site when it happened. */
const SAME_MS = 30_000;
/** Occurrences of the same resource and type. */
const MAX_LOOKED_AT = 500;
/** Ended alerts that wait for a full disk. */
const MAX_WAITING = 10_000;

/** `marks`: the silence and maintenance window that the history last recorded. */
interface Entry {
  row: Occurrence;
  marks: { silenced: string | undefined; maintenance: string | undefined };
}

export async function openLedger({ store, writes, onDefect, clock }: LedgerDeps) {
  const open = await store.open();
  // Nobody has seen or heard of a late one.
  const recent = (await store.resolvedSince(clock.now() - RECENT_MS)).filter((row) => row.late === undefined);
  const active = new Map<string, Entry>(open.map((row) => [row.id, { row, marks: marksIn(row.changes) }]));
  const unsaved = new Map<string, Occurrence>();
  /** So that it may be given them again after one of them threw. */
  const noted = new WeakSet<Transition>();
  /** One after the other, so that none overwrites another. */
  let late = Promise.resolve();

  writes.occurrences({
    take() {
      if (unsaved.size === 0) return undefined;
      const rows = [...unsaved.values()];
      return {
        rows,
        written() {
          for (const row of rows) if (unsaved.get(row.id) === row) unsaved.delete(row.id);
        },
      };
    },
    refused() {
      const ended = [...unsaved.values()].filter(({ resolvedAt }) => resolvedAt !== undefined);
      for (const { id } of ended.slice(0, -MAX_WAITING)) unsaved.delete(id);
    },
  });
  const flush = (): void => void writes.write();
  store.onLoss(() => {
    for (const { row } of active.values()) unsaved.set(row.id, row);
    flush();
  });

  const put = (row: Occurrence, marks: Entry['marks']) => {
    unsaved.set(row.id, row);
    if (row.resolvedAt === undefined) active.set(row.id, { row, marks });
    else active.delete(row.id);
  };

  function note(transition: Transition, knownOf: (id: string) => Known): void {
    const { occurrence, alert, kind } = transition;
    const known = active.get(occurrence);
    const row = known?.row ?? begun(transition, kind === 'raised' ? knownOf(alert.id) : {});
    put(withTransition(row, transition), known?.marks ?? { silenced: undefined, maintenance: undefined });
  }

  function noteOnce(transition: Transition, knownOf: (id: string) => Known): void {
    if (noted.has(transition)) return;
    note(transition, knownOf);
    noted.add(transition);
  }

  function noteMarks(alert: Alert): void {
    const { occurrence, silenced, maintenance } = alert.metadata ?? {};
    const entry = occurrence === undefined ? undefined : active.get(occurrence);
    if (!entry) return;
    const { row, marks } = entry;
    if (silenced?.reason === marks.silenced && maintenance?.name === marks.maintenance) return;
    const at = iso(clock.now());
    const changes: AlertChange[] = [];
    if (silenced?.reason !== marks.silenced)
      changes.push(
        silenced ? { at, kind: 'silenced', ...named(silenced.by), text: silenced.reason } : { at, kind: 'unsilenced' },
      );
    if (maintenance?.name !== marks.maintenance)
      changes.push(
        maintenance ? { at, kind: 'maintenance', text: maintenance.name } : { at, kind: 'maintenanceEnded' },
      );
    put(withChanges(row, changes), { silenced: silenced?.reason, maintenance: maintenance?.name });
  }

  function noteNotified(row: Occurrence, destination: string): void {
    const change: AlertChange = { at: iso(clock.now()), kind: 'notified', text: destination };
    const marks = active.get(row.id)?.marks ?? { silenced: undefined, maintenance: undefined };
    put({ ...withChanges(row, [change]), notified: true }, marks);
    flush();
  }
  /** It has ended, and its row may be nowhere but on the disk. */
  async function noteLate(occurrence: string, destination: string): Promise<void> {
    const stored = await store.newest(occurrence);
    const row = active.get(occurrence)?.row ?? unsaved.get(occurrence) ?? stored;
    if (row?.id === occurrence) noteNotified(row, destination);
  }

  /** The same alert cannot be active twice at a time. */
  async function isKnown({ alert, openedAt, resolvedAt = openedAt }: Occurrence): Promise<boolean> {
    const { resourceId: resource, type } = alert;
    const stored = await store.find({ resource, type, until: resolvedAt + SAME_MS }, MAX_LOOKED_AT, 0);
    const inMemory = [...unsaved.values(), ...[...active.values()].map(({ row }) => row)];
    return [...inMemory, ...stored].some(
      (row) =>
        row.alert.id === alert.id &&
        row.openedAt <= resolvedAt + SAME_MS &&
        (row.resolvedAt ?? Number.POSITIVE_INFINITY) >= openedAt - SAME_MS,
    );
  }

  let seen: readonly Alert[] = [];
  return {
    /** The occurrences that were active when the server stopped. */
    open,
    /** The occurrences that ended in the last ten minutes. */
    recent,
    /**
     * `shown`: the active alerts with the marks of silences and maintenance windows. `knownOf`: the data that explains an alert when
     * it is raised.
     */
    record(transitions: readonly Transition[], shown: readonly Alert[], knownOf: (id: string) => Known) {
      const steps = [
        () => forAll(transitions, (transition) => noteOnce(transition, knownOf)),
        () => {
          const changed: Alert[] = [];
          eachChanged(seen, shown, (alert) => changed.push(alert));
          forAll(changed, noteMarks);
          seen = shown;
        },
        () => unsaved.size > 0 && flush(),
      ];
      forAll(steps, (step) => step());
    },
    /**
     * Occurrences that began and ended while nobody could know of them, each with all its transitions. One that the history has, or that was
     * a part of another one, is left out.
     */
    async recordLate(occurrences: readonly { transitions: readonly Transition[]; known: Known }[]) {
      for (const { transitions, known } of occurrences) {
        const [first] = transitions;
        if (!first) continue;
        const row = { ...transitions.reduce(withTransition, begun(first, known)), late: clock.now() };
        if (!(await isKnown(row))) unsaved.set(row.id, row);
      }
      if (unsaved.size > 0) flush();
    },
    /** A message about an occurrence has arrived at a destination. */
    notified(occurrence: string, destination: string) {
      const row = active.get(occurrence)?.row ?? unsaved.get(occurrence);
      if (row) noteNotified(row, destination);
      else
        late = late
          .then(() => noteLate(occurrence, destination))
          .catch((error) => onDefect(error, 'the history of alerts'));
    },
    /** An active occurrence. */
    active: (occurrence: string): Occurrence | undefined => active.get(occurrence)?.row,
    /** Resolves when all recorded transitions are on the disk, or the disk has refused them. */
    async settled() {
      await late;
      await writes.settled();
    },
  };
}

const begun = ({ occurrence, alert, peak }: Transition, known: Known): Occurrence => ({
  ...{ id: occurrence, alert, level: alert.level, peak, notified: false, changes: [], known },
  openedAt: Date.parse(alert.startTime),
});

function withTransition(row: Occurrence, { kind, alert, at, peak, by, reason, now }: Transition): Occurrence {
  const level = alert.level === 'critical' ? 'critical' : row.level;
  const text = kind === 'attached' ? alert.metadata?.cause : reason;
  const change: AlertChange = {
    ...{ at: iso(at), kind, level: alert.level, value: now?.value ?? alert.value },
    ...named(by),
    ...(text !== undefined && { text }),
  };
  const changed = withChanges({ ...row, alert, level, peak }, [change]);
  if (kind !== 'resolved') return changed;
  // The clock may have been set since it began.
  return { ...changed, openedAt: Date.parse(alert.startTime), resolvedAt: at, ...(reason && { reason }) };
}

function withChanges(row: Occurrence, more: readonly AlertChange[]): Occurrence {
  const changes = [...row.changes, ...more];
  const surplus = changes.length - MAX_CHANGES;
  return { ...row, changes: surplus > 0 ? changes.toSpliced(MAX_CHANGES / 2, surplus) : changes };
}

const named = (by: string | undefined) => (by === undefined ? {} : { by });

/** The marks according to the last change of each sort. */
function marksIn(changes: readonly AlertChange[]): Entry['marks'] {
  const last = (starts: ChangeKind, ends: ChangeKind) => {
    const change = changes.findLast(({ kind }) => kind === starts || kind === ends);
    return change?.kind === starts ? (change.text ?? '') : undefined;
  };
  return { silenced: last('silenced', 'unsilenced'), maintenance: last('maintenance', 'maintenanceEnded') };
}
