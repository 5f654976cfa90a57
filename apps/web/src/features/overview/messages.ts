// The texts of the Overview.

import { formatCount } from '../../lib/language/format.ts';
import { inLanguage } from '../../lib/language/in-language.ts';
import { figureHeads } from './guest-table/figures.ts';

export const messages = inLanguage('overview', {
  loading: 'Loading dashboard data...',
  noNodes: 'No hypervisor nodes configured',
  noNodesHint: 'Add a Proxmox VE host in the settings: its nodes and guests appear here by themselves.',
  waiting: 'Waiting for the first answer',
  waitingHint: 'These hosts are configured, but none of them has answered yet:',
  noGuests: 'No guests found',
  noMatch: (search: string) => `No guests match your search "${search}"`,
  noMatchFilters: 'No guests match your current filters',
  noGuestsYet: 'The monitored nodes have no guests yet.',

  awaiting: 'The figures of all guests are on their way. Filter and order are right when they are here.',

  searchName: 'Search guests',
  type: 'Type',
  status: 'Status',
  grouping: 'Grouping',
  trend: 'Time shown',
  types: { all: 'All', vm: 'VMs', lxc: 'LXCs' },
  statuses: {
    all: 'All',
    running: 'Running',
    stopped: 'Stopped',
    paused: 'Paused',
    other: 'Other',
    unknown: 'Unknown',
  },
  trends: { now: 'Now', hour: 'Trend 1 h' },
  showTrend: 'Show the trend of the last hour',
  hideTrend: 'Hide the trend of the last hour',
  trendWords: 'strip sparkline history graph cpu memory',
  historyOff: 'The history is switched off',
  groupings: { grouped: 'Grouped', flat: 'List' },

  table: 'Guests',
  locked: 'locked:',
  ownAddress: 'opens its own address',
  heads: {
    name: 'Name',
    type: 'Type',
    vmid: 'VMID',
    ...figureHeads,
  },
  running: 'running',
  stopped: 'stopped',
  legend: ({
    running,
    stopped,
    paused,
    other,
    unknown,
  }: Record<'running' | 'stopped' | 'paused' | 'other' | 'unknown', number>) =>
    [
      ...(running + stopped + paused + other > 0 || unknown === 0
        ? [`${formatCount(running)} running`, `${formatCount(stopped)} stopped`]
        : []),
      ...(paused > 0 ? [`${formatCount(paused)} paused`] : []),
      ...(other > 0 ? [`${formatCount(other)} other`] : []),
      ...(unknown > 0 ? [`${formatCount(unknown)} unknown`] : []),
    ].join(', '),
  noRate: 'Two samples are needed for a rate',
  section: 'guest table',
});
