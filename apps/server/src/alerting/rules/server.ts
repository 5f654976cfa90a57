// Problems of Belfry itself: the server problems in the state, and a wrong clock.
import type { Severity } from '@belfry/schema/alerts/config';
import type { ServerProblem } from '@belfry/schema/state';
import type { Notice, SharedNotice } from '../engine/notice.ts';
import type { Reading, Resource } from '../engine/reading.ts';
import { type RuleSet, SERVER } from '../engine/rule-set.ts';
import { clockVerdict, ownError, WRONG_CLOCK_MS } from '../readings/clocks.ts';
import { instanceMessages } from '../readings/instance-messages.ts';
import { bad, unknown, well } from '../readings/verdicts.ts';

/** Problems of other subjects are warnings. */
const levels: Record<string, Severity> = { disk: 'critical', defects: 'warning' };

const resource: Resource = {
  kind: 'server',
  id: SERVER,
  name: 'Belfry',
  node: '',
  instance: 'Belfry',
  instanceId: SERVER,
};

export const createServerRules = (): RuleSet<'server'> => ({
  list: 'server',
  notices: serverNotices,
  follows: ['instances'],
  read({ problems }, { state }) {
    const subjects = new Set([...Object.keys(levels), ...Object.keys(problems)]);
    return [
      ...[...subjects].map((subject) => problemReading(subject, problems[subject])),
      clockReading(state.instances),
    ];
  },
});

const problemReading = (subject: string, problem: ServerProblem | undefined): Reading => ({
  id: `server-problem-${subject}`,
  type: 'server-problem',
  resource,
  verdict: problem ? bad(levels[subject] ?? 'warning') : well,
  confirm: { silentMs: 0 },
  message: () => problem?.sentence ?? problem?.message ?? '',
});

function clockReading(instances: Parameters<typeof ownError>[0]): Reading {
  const behind = ownError(instances);
  return {
    id: `clock-offset-${SERVER}`,
    type: 'clock-offset',
    resource,
    verdict: behind === undefined ? unknown : clockVerdict(behind),
    confirm: { silentMs: WRONG_CLOCK_MS },
    message: () => instanceMessages.ownClock(-(behind ?? 0)),
  };
}

const ofBelfry: SharedNotice = {
  ...{ of: 'server', from: 'Belfry itself', needs: 'nothing', poll: '(each second)', shown: 'Settings, Diagnostics' },
};

const serverNotices: readonly Notice[] = [
  {
    ...{ ...ofBelfry, type: 'server-problem', after: { silentMs: 0 } },
    fact: 'Belfry cannot write, cannot read what it stored, or a part of it does not work',
  },
  {
    ...{ ...ofBelfry, type: 'server-problem', after: { silentMs: 600_000 } },
    fact: 'Messages to a destination have failed for ten minutes. The other destinations are notified, and this one is not',
  },
  {
    ...{ ...ofBelfry, type: 'clock-offset', after: { silentMs: WRONG_CLOCK_MS } },
    fact: 'The clock of Belfry differs from those of its hosts',
  },
];
