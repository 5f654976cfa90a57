// The mail of each complete hour of a gateway, for as long as anomalies look back. A gateway itself reports only one day.
import type { PmgInstance } from '@belfry/schema/entities/pmg';
import * as z from 'zod';
import type { RuleMemory } from '../../engine/rule-set.ts';
import { type Flow, flowNames } from '../../readings/pmg-messages.ts';

/** `start` epoch ms. */
export type Hour = { start: number } & Record<Flow, number>;

export interface MailHours {
  /** Adds what the gateway reports now, and gives all complete hours, oldest first. `now` epoch ms. */
  learn(gateway: PmgInstance, now: number): readonly Hour[];
  memory: RuleMemory;
}

export const HOUR_MS = 3_600_000;
/** A week and an hour at each end, to compare with the same hour of the same weekday. */
const KEPT_MS = (7 * 24 + 2) * HOUR_MS;
/** The gateway counts the mails of an hour some minutes late. */
const LATE_MS = 10 * 60_000;

const SavedHour = z.object({
  start: z.number(),
  spamIn: z.number(),
  spamOut: z.number(),
  virusIn: z.number(),
  virusOut: z.number(),
});
const Saved = z.record(z.string(), z.array(SavedHour));

export function createMailHours(): MailHours {
  const known = new Map<string, readonly Hour[]>();
  let isChanged = false;

  return {
    learn(gateway, now) {
      const before = known.get(gateway.id) ?? [];
      const reported = hoursOf(gateway, now);
      const last = reported.at(-1);
      const first = reported[0];
      if (!first || !last) return before;
      const earlier = before.filter(({ start }) => start < first.start && start >= last.start - KEPT_MS);
      const hours = [...earlier, ...reported];
      if (before.at(-1)?.start !== last.start) isChanged = true;
      known.set(gateway.id, hours);
      return hours;
    },
    memory: {
      key: 'mail-hours',
      recall(kept) {
        for (const [id, hours] of Object.entries(Saved.safeParse(kept).data ?? {})) known.set(id, hours);
      },
      save() {
        if (!isChanged) return undefined;
        isChanged = false;
        const newest = (hours: readonly Hour[]) => hours.at(-1)?.start ?? 0;
        const latest = Math.max(...[...known.values()].map(newest));
        // A gateway that has not answered for a week is forgotten.
        for (const [id, hours] of known) if (newest(hours) < latest - KEPT_MS) known.delete(id);
        return Object.fromEntries(known);
      },
    },
  };
}

/** The newest hour of the list is still being counted, even if its clock says otherwise. */
function hoursOf({ mailCount }: PmgInstance, now: number): Hour[] {
  const hours = mailCount.flatMap((row): Hour[] => {
    const start = Date.parse(String(row.windowStart));
    if (!Number.isFinite(start)) return [];
    const [spamIn = 0, spamOut = 0, virusIn = 0, virusOut = 0] = flowNames.map((flow) => Number(row[flow] ?? 0));
    return [{ start, spamIn, spamOut, virusIn, virusOut }];
  });
  hours.sort((a, b) => a.start - b.start);
  return hours.slice(0, -1).filter(({ start }) => start + HOUR_MS + LATE_MS <= now);
}
