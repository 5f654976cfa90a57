// The privileges of the account. They show whether a list is empty because a privilege is missing or because nothing
// exists.
import { ok } from '@belfry/domain/result';
import type { Gap } from '@belfry/schema/entities/instance';
import { fingerprintOf, parseRights } from '../proxmox-api/granted-rights.ts';
import type { Poll } from '../source.ts';
import type { PveInstance } from './instance.ts';
import { silentGaps, type Watched } from './rights.ts';

/**
 * Complete privileges are read rarely. Incomplete ones are read often, so that a new privilege is visible within
 * minutes.
 */
const CONTENT_MS = 600_000;

export function createRightsPoll(instance: PveInstance): Poll {
  let askedAt = Number.NEGATIVE_INFINITY;
  let gaps: Gap[] = [];
  let granted: string | undefined;
  return {
    name: 'rights',
    everyMs: 120_000,
    timeoutMs: 20_000,
    essential: false,
    async run(signal) {
      const now = instance.clock.monotonic();
      const isContent = gaps.length === 0 && !instance.denials.any();
      if (isContent && now - askedAt < CONTENT_MS) return ok({ slices: {}, gaps });
      const answer = await instance.session.read(signal, 'rights').get('/access/permissions', { blameless: true });
      if (!answer.ok) return answer;
      askedAt = now;
      const rights = parseRights(answer.value);
      instance.facts = { ...instance.facts, rights };
      gaps = rights ? silentGaps(rights, watchedBy(instance)) : [];
      const fingerprint = fingerprintOf(answer.value);
      if (granted !== undefined && fingerprint !== granted) instance.denials.forget();
      granted = fingerprint;
      return ok({ slices: {}, gaps });
    },
  };
}

function watchedBy({ config, facts }: PveInstance): Watched {
  const forBackups = facts.storages.filter(({ content }) => content.split(',').includes('backup'));
  return {
    config,
    nodes: facts.nodes.map(({ name }) => name),
    backupStorages: [...new Set(forBackups.map(({ name }) => name))].sort(),
  };
}
