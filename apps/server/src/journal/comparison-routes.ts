// The endpoints of comparisons and of agreed states.
import type { Guest } from '@belfry/schema/entities/guest';
import {
  agreeBaseline,
  compareSettings,
  listBaselines,
  listFindings,
  removeBaseline,
} from '@belfry/schema/http/baselines';
import type { AgreedState } from '@belfry/schema/journal/baseline';
import type { State } from '@belfry/schema/state';
import type { FastifyRequest } from 'fastify';
import type { Audited } from '../http/audited.ts';
import type { Mount } from '../http/mount.ts';
import { type Clock, iso } from '../lib/clock.ts';
import { refuse } from '../lib/refusal.ts';
import { type Baselines, readParts } from './baselines.ts';
import { sinceTime, withOther } from './comparison.ts';
import { findingsOf } from './findings.ts';
import type { Journal } from './journal.ts';

/** What can be compared as a whole. */
export type Subject = Pick<AgreedState, 'id' | 'kind' | 'instance' | 'name'>;

export interface ComparisonRoutesDeps {
  journal: Pick<Journal, 'known' | 'page' | 'firewalls'>;
  baselines: Baselines;
  state(): State;
  audited: Audited;
  /** Who the caller is, by name. */
  nameOf(request: FastifyRequest): string;
  clock: Pick<Clock, 'now'>;
}

/** They are in memory, and each may be that large. */
const MOST = 1000;
const MOST_CHARACTERS = 2_000_000;

function subjectIn({ vms, containers, nodes, instances }: State, id: string): Subject | undefined {
  const isIt = (entity: { id: string }) => entity.id === id;
  const guest: Guest | undefined = vms.find(isIt) ?? containers.find(isIt);
  if (guest) return { id, kind: 'guest', instance: guest.instance, name: guest.name };
  const node = nodes.find(isIt);
  if (node) return { id, kind: 'node', instance: node.instance, name: node.name };
  const instance = instances.find(isIt);
  return instance && { id, kind: 'instance', instance: id, name: instance.name };
}

export function comparisonRoutes(mount: Mount, deps: ComparisonRoutesDeps): void {
  const { journal, baselines, state, audited, nameOf, clock } = deps;
  const notRead = ({ name }: Subject) => refuse('conflict', { id: 'baseline.notRead', values: { name } });

  mount(compareSettings, async ({ query: { resource, at, with: otherId } }) => {
    const agreed = baselines.get(resource);
    const subject = subjectIn(state(), resource) ?? agreed;
    if (!subject) return refuse('not_found');
    if (otherId !== undefined) {
      const other = subjectIn(state(), otherId);
      if (!other) return refuse('not_found');
      if (other.kind !== subject.kind) return refuse('conflict', { id: 'baseline.otherKind' });
      const found = await withOther(journal, subject, other, clock.now());
      return 'differences' in found ? found : notRead(found);
    }
    if (at !== undefined) return (await sinceTime(journal, subject, at, clock.now())) ?? notRead(subject);
    const { name } = subject;
    if (!agreed) return refuse('conflict', { id: 'baseline.none', values: { name } });
    const differences = await baselines.differences(agreed);
    if (!differences) return notRead(subject);
    return { resource, name, with: resource, from: agreed.agreedAt, differences, gaps: [] };
  });

  mount(listFindings, async ({ query: { resource } }) => {
    const subject = subjectIn(state(), resource);
    return { findings: !subject ? [] : await findingsOf(subject, { journal, state, now: clock.now() }) };
  });

  mount(listBaselines, () => ({ baselines: baselines.all() }));

  mount(agreeBaseline, async ({ body: { resource }, request }) => {
    const subject = subjectIn(state(), resource);
    if (!subject) return refuse('not_found');
    const { name } = subject;
    if (baselines.count() >= MOST && !baselines.get(resource))
      return refuse('conflict', { id: 'baseline.tooMany', values: { limit: MOST } });
    const parts = await readParts(journal, subject.instance, resource);
    if (parts.length === 0) return notRead(subject);
    if (JSON.stringify(parts).length > MOST_CHARACTERS)
      return refuse('conflict', { id: 'baseline.tooLarge', values: { name } });
    const agreed = await baselines.agree({ ...subject, agreedAt: iso(clock.now()), by: nameOf(request), parts });
    await audited(request, 'baseline_agreed', resource);
    return agreed;
  });

  mount(removeBaseline, async ({ params: { id }, request }) => {
    if (!baselines.get(id)) return refuse('not_found');
    await baselines.remove(id);
    await audited(request, 'baseline_forgotten', id);
  });
}
