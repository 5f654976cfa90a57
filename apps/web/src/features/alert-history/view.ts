// What the history of alerts shows, as the parameters of its URL.
import { choice, isFlagMap, isStringList, json } from '../../lib/prefs.ts';
import { type ViewOf, viewCodec } from '../../lib/view/codec.ts';
import { preferred, preferredColumns, text } from '../../lib/view/param.ts';
import { moment } from './moment-param.ts';

const timePref = choice('alertHistoryTimeFilter', ['24h', '7d', '30d', 'all'], '7d');
const levelPref = choice('alertHistorySeverityFilter', ['all', 'critical', 'warning'], 'all');
/** Column → shown or not, for the columns the user decided about. */
const columnsPref = json('alertHistoryColumns', isFlagMap, {});
/** The columns that can be hidden. */
export const columnNames = ['type', 'message', 'peak', 'duration', 'status', 'node'];
export const searchHistoryPref = json('alertHistorySearchHistory', isStringList, []);

export const historyCodec = viewCodec({
  search: text(),
  time: preferred(timePref),
  level: preferred(levelPref),
  /** The begin of the chosen bar, epoch ms. */
  bar: moment(),
  columns: preferredColumns(columnsPref, columnNames),
});
export type HistoryView = ViewOf<typeof historyCodec>;

const HOUR_MS = 3_600_000;
const hours = { '24h': 24, '7d': 168, '30d': 720 } as const;

/**
 * The begin of the time that is shown, epoch ms; undefined for all time. It is the same for an hour, so that the bars keep their
 * places.
 */
export function beginOf(time: HistoryView['time'], now: number): number | undefined {
  if (time === 'all') return undefined;
  const range = hours[time] * HOUR_MS;
  return Math.ceil((now - range) / HOUR_MS) * HOUR_MS;
}
