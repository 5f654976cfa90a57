// The account's own privileges, every ten minutes: what is missing without an error is told from what is not there.
import { ok } from '@belfry/domain/result';
import type { Poll } from '../source.ts';
import type { PveInstance } from './instance.ts';
import { parseRights, silentGaps } from './rights.ts';

export function createRightsPoll(instance: PveInstance): Poll {
  return {
    name: 'rights',
    everyMs: 600_000,
    timeoutMs: 20_000,
    essential: false,
    async run(signal) {
      const answer = await instance.session.read(signal, 'rights').get('/access/permissions', { blameless: true });
      if (!answer.ok) return answer;
      const rights = parseRights(answer.value);
      instance.facts = { ...instance.facts, rights };
      return ok({ slices: {}, dropped: 0, gaps: rights ? silentGaps(rights, instance.config) : [] });
    },
  };
}
