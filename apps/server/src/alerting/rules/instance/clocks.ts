// Hosts whose clocks are wrong.
import type { Reading } from '../../engine/reading.ts';
import type { RuleSet } from '../../engine/rule-set.ts';
import { aheadOf, clockVerdict, comparedWith, isCalled, ownError, WRONG_CLOCK_MS } from '../../readings/clocks.ts';
import { instanceMessages } from '../../readings/instance-messages.ts';
import { off, unknown } from '../../readings/verdicts.ts';
import { instanceResource, kindFacts, ofEachKind } from './reachability.ts';

export const createHostClockRules = (): RuleSet<'instances'> => ({
  list: 'instances',
  notices: clockNotices,
  read(instance, { policyOf, state }) {
    if (instance.kind === 'docker') return [];
    const { subject, offlineId } = kindFacts(instance);
    const { disabled } = policyOf(subject(instance, state));
    const own = ownError(state.instances) ?? 0;
    const collector = comparedWith(instance, state.sites);
    return instance.endpoints.map((endpoint): Reading => {
      const ahead = Math.round(aheadOf(endpoint) + (collector ?? 0) - own);
      const verdict =
        instance.health === 'error' || collector === undefined || !isCalled(endpoint) ? unknown : clockVerdict(ahead);
      return {
        id: `clock-offset-${instance.id}-${endpoint.host}`,
        type: 'clock-offset',
        resource: { ...instanceResource(instance), node: endpoint.host },
        verdict: disabled ? off : verdict,
        confirm: { holdMs: WRONG_CLOCK_MS },
        causes: [offlineId(instance.id)],
        message: () => instanceMessages.clock(instance, endpoint, ahead),
      };
    });
  },
});

const clockNotices = ofEachKind((host) => ({
  ...{
    ...host,
    type: 'clock-offset',
    needs: 'nothing',
    after: { holdMs: WRONG_CLOCK_MS },
    shown: 'Settings, Diagnostics',
  },
  fact: 'The clock of a host is wrong',
}));
