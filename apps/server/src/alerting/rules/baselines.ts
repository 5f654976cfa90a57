// Configurations that are not as they were agreed. What cannot be read at present starts and ends nothing.
import type { Baseline } from '@belfry/schema/journal/baseline';
import type { State } from '@belfry/schema/state';
import type { Notice } from '../engine/notice.ts';
import type { Confirm, Resource, Verdict } from '../engine/reading.ts';
import type { RuleSet } from '../engine/rule-set.ts';
import { guestResource, nodeResource } from '../readings/resources.ts';
import { unknown, unlessDisabled } from '../readings/verdicts.ts';

const AT_ONCE: Confirm = { silentMs: 0 };

/** Also of what is gone from its host: that is a change too. */
function resourceOf({ id, kind, name, instance }: Baseline, state: State): Resource {
  const guest = [...state.vms, ...state.containers].find((each) => each.id === id);
  if (guest) return guestResource(guest, state);
  const node = state.nodes.find((each) => each.id === id);
  if (node) return nodeResource(node, state);
  const own = state.instances.find((each) => each.id === instance);
  const host = (kind === 'instance' && own?.host) || '';
  return { kind, id, name, node: host, instance: own?.name ?? instance, instanceId: instance };
}

function verdictOf({ left, count }: Baseline): Verdict {
  if (!left) return unknown;
  return count > 0 ? { is: 'bad', level: 'warning', value: count, threshold: 1 } : { is: 'well', value: 0 };
}

export const createBaselineRules = (): RuleSet<'baselines'> => ({
  list: 'baselines',
  isDecision: true,
  notices: baselineNotices,
  read(baseline, { state, policyOf }) {
    const { id, kind, name, agreedAt, left = [], count } = baseline;
    const more = count - left.length;
    return unlessDisabled(policyOf({ kind: kind === 'guest' ? 'guest' : 'node', id }), [
      {
        id: `baseline-${id}`,
        type: 'baseline',
        resource: resourceOf(baseline, state),
        verdict: verdictOf(baseline),
        confirm: AT_ONCE,
        message: () => ({
          id: 'baseline.left',
          values: {
            ...{ name, date: agreedAt.slice(0, 10) },
            fields: more > 0 ? { id: 'name.more', values: { names: left, more } } : left,
          },
        }),
      },
    ]);
  },
});

const baselineNotices: readonly Notice[] = (['guest', 'node', 'instance', 'pbs', 'pmg'] as const).map((of) => ({
  ...{ type: 'baseline', of, from: 'Whatever the journal of changes reads', needs: 'as for the journal' },
  ...{ fact: 'The configuration is not as it was agreed. What has left is told once, until it is agreed again' },
  ...{ poll: '(the journal of changes)', after: AT_ONCE, shown: 'Journal' },
}));
