// The choices of a user that the node summary remembers.

import { choice, isFlagMap, json } from '../../lib/prefs.ts';
import { foldedSitesPref } from '../../live/sites/use-by-site.ts';

/** Whether the nodes of a large estate are shown by cluster. */
export const nodeGroupingPref = choice('nodeSummaryGrouping', ['clusters', 'nodes'], 'clusters');
/** The id of the row of a cluster → whether the user opened or closed it. */
export const openClustersPref = json('nodeSummaryOpenClusters', isFlagMap, {}, 'session');
export const foldedPref = foldedSitesPref('nodeSummary');
