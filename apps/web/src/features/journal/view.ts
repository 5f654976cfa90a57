// What the journal of changes shows, as the parameters of its URL.
import { choice } from '../../lib/prefs.ts';
import { type ViewOf, viewCodec } from '../../lib/view/codec.ts';
import { id, preferred, text } from '../../lib/view/param.ts';

const timePref = choice('journalTime', ['24h', '7d', '30d', 'all'], '30d');

export const journalCodec = viewCodec({
  search: text(),
  time: preferred(timePref),
  /** One of the kinds that the screen names, or all of them. */
  kind: id(),
  /** The id of one resource. */
  resource: id(),
  /** What it is compared with: a day, `agreed`, or the id of another resource. */
  compare: id(),
});
export type JournalView = ViewOf<typeof journalCodec>;

const HOUR_MS = 3_600_000;
const hours = { '24h': 24, '7d': 168, '30d': 720 } as const;

/** The begin of the time that is shown, epoch ms; undefined for all time. The same for an hour, so that the same is asked for. */
export const beginOf = (time: JournalView['time'], now: number): number | undefined =>
  time === 'all' ? undefined : Math.floor(now / HOUR_MS) * HOUR_MS - hours[time] * HOUR_MS;
