// Writes alerts and the messages about them. Both are in memory first, in two parts of the server that do not know each other. Whatever
// one of them has to write, everything that waits in both is written in one transaction: no message is stored about an alert that is not.
import type { OnDefect } from '../lib/defects.ts';
import type { AlertsFile } from './alerts-file.ts';
import type { Occurrence } from './alerts-store.ts';
import { type Disk, type Refusal, refusalOf } from './disk.ts';
import type { LocalOutbox } from './local-outbox.ts';
import type { Double, OpenDelivery, OutboxChanges } from './outbox-store.ts';

/** Rows that are not on the disk. */
interface Unwritten<Rows> {
  /** The newest version of each. Undefined: none. `written` is called when exactly these are on the disk. */
  take(): { rows: Rows; written(doubles: readonly Double[]): void } | undefined;
  /** The disk accepts no writes now. */
  refused(): void;
}

/** What became of a write. `defect`: an error that is not expected. The others are what did not accept it. */
export type Written = 'stored' | 'defect' | Refusal;

export type AlertWrites = ReturnType<typeof createAlertWrites>;

export interface AlertWritesDeps {
  file: Pick<AlertsFile, 'save'>;
  disk: Pick<Disk, 'attempt' | 'awayMs'>;
  /** For messages that leave while the database is away. A disk that is full has no other place. */
  local?: Pick<LocalOutbox, 'keep' | 'clear'> | undefined;
  onDefect: OnDefect;
}

const nothing: OutboxChanges = { put: [], updated: [], notified: [], forgotten: [] };

export function createAlertWrites({ file, disk, local, onDefect }: AlertWritesDeps) {
  let alerts: Unwritten<readonly Occurrence[]> | undefined;
  let outbox: Unwritten<OutboxChanges> | undefined;
  let writing: Promise<Written> | undefined;
  let refusal: Refusal | undefined;

  async function save(): Promise<void> {
    const [occurrences, messages] = [alerts?.take(), outbox?.take()];
    try {
      const doubles = await file.save({ occurrences: occurrences?.rows ?? [], messages: messages?.rows ?? nothing });
      occurrences?.written(doubles);
      messages?.written(doubles);
    } catch (error) {
      refusal = refusalOf(error);
      throw error;
    }
  }

  const isWaiting = () => alerts?.take() !== undefined || outbox?.take() !== undefined;

  async function writeAll(): Promise<Written> {
    // First the rest of this turn, so that it is one transaction.
    await Promise.resolve();
    try {
      while (isWaiting())
        if (!(await disk.attempt(save, 'alerts'))) {
          alerts?.refused();
          outbox?.refused();
          return refusal ?? 'disk';
        }
      local?.clear();
      return 'stored';
    } catch (error) {
      onDefect(error, 'the alerts and their messages');
      return 'defect';
    } finally {
      // In the same turn as the last look at what is left.
      writing = undefined;
    }
  }

  return {
    /** Each is called once, by the part that has these rows. */
    occurrences(of: Unwritten<readonly Occurrence[]>) {
      alerts = of;
    },
    messages(of: Unwritten<OutboxChanges>) {
      outbox = of;
    },
    /** All that waits is written, with the rest of this turn, or is refused now. */
    write(): Promise<Written> {
      writing ??= writeAll();
      return writing;
    },
    /** Keeps a message that leaves, or has left, without the database. */
    aside(row: OpenDelivery) {
      const { destination, insteadOf = [] } = row.delivery;
      const about = new Set(row.notice.alerts.map(({ occurrence }) => occurrence));
      const to = new Set([destination.id, ...insteadOf.map(({ id }) => id)]);
      const told = outbox?.take()?.rows.notified ?? [];
      local?.keep({
        row,
        notified: told.filter(({ notified }) => to.has(notified.destination) && about.has(notified.occurrence)),
        occurrences: (alerts?.take()?.rows ?? []).filter(({ id }) => about.has(id)),
      });
    },
    /** Resolves when the write that is under way has ended. */
    async settled() {
      await writing;
    },
    /** See `Disk`. Never throws, as `write` never rejects: what fails in it is no reason to hold a message. */
    awayMs(): number | undefined {
      try {
        return disk.awayMs();
      } catch (error) {
        onDefect(error, 'the time without a database');
        return undefined;
      }
    },
  };
}
