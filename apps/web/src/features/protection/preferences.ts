// The choices of a user that the screen about protection remembers.
import { choice, isFlagMap, isStringList, json } from '../../lib/prefs.ts';

/** By how much they need somebody, by node, or by backup job. */
export const groupingPref = choice('protectionGrouping', ['problems', 'node', 'job'], 'problems');
export const searchHistoryPref = json('protectionSearchHistory', isStringList, []);
/** Column → shown or not, for the columns the user decided about. */
export const columnsPref = json('protectionColumns', isFlagMap, {});
/** The columns that can be hidden. */
export const columnNames = ['type', 'vmid', 'node', 'job', 'lastGood', 'verified', 'copy', 'size', 'nextRun', 'nights'];
