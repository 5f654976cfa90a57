// The texts of the list of problems.
import { formatCount, plural } from '../../../lib/language/format.ts';
import { inLanguage } from '../../../lib/language/in-language.ts';

export const messages = inLanguage('problemList', {
  problemGroups: { critical: 'Critical', warning: 'Warning', taken: 'Somebody has it' },
  allProblems: (count: number) => `All ${formatCount(count)} in Alerts`,
  toAlerts: 'To the alerts',
  ranHere: (count: number, unknown: number) =>
    unknown === 0
      ? `${plural(count, 'guest')} ran there`
      : count === 0
        ? `Belfry does not know how many of its ${plural(unknown, 'guest')} ran`
        : `${plural(count, 'guest')} ran there, ${formatCount(unknown)} more may have`,
  runsHere: (count: number) => `${plural(count, 'guest')} ${count === 1 ? 'runs' : 'run'} there`,
  affects: (count: number) => `affects ${plural(count, 'resource')}`,
  dependsOnIt: (count: number) =>
    `${formatCount(count)} ${count === 1 ? 'storage or container depends' : 'storages or containers depend'} on it`,
  nodeOffline: 'The node is offline: the other nodes of its cluster cannot reach it.',
  silent: 'It does not report any more.',
  retryAt: (time: string) => `Not tried again before ${time}.`,
  dropped: (count: number) =>
    `${formatCount(count)} malformed ${count === 1 ? 'item was' : 'items were'} left out of the last answers`,
});
