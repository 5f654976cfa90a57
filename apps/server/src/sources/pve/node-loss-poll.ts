// Once a minute: what would become of the guests of each node if it died. The configuration of HA is read every five minutes.
import { haResourceShape, haRuleShape } from '@belfry/domain/journal/row-settings';
import { ok } from '@belfry/domain/result';
import type { NodeLoss } from '@belfry/schema/entities/node-loss';
import { joined, type ListReadings, listReadings, noReadings } from '../proxmox-api/list-readings.ts';
import { createParts, type Parts } from '../proxmox-api/parts.ts';
import type { Poll } from '../source.ts';
import { groupRules, type HaConfig, managedGuests, parseRules } from './ha-config.ts';
import { compose, isCluster, type PveInstance } from './instance.ts';
import { composeNodeLosses } from './node-loss.ts';

const RESOURCES = '/cluster/ha/resources';
const RULES = '/cluster/ha/rules';
const GROUPS = '/cluster/ha/groups';
const PART = 'high availability';
const AUDIT = 'Sys.Audit on /';
const EVERY_RUNS = 5;
/** The statuses of a version that does not have the call. */
const NO_CALL = [400, 404, 500, 501];

export function createNodeLossPoll(instance: PveInstance): Poll {
  const begin = createParts(instance.clock, instance.denials);
  let runs = 0;
  let mayRead = true;
  let readings: ListReadings = noReadings;
  const { instance: own } = instance.place;
  const learn = (data: unknown, what: string, key: string, shape: typeof haRuleShape) => {
    readings = joined(readings, listReadings(data, { instance: own, kind: 'ha', what: `ha/${what}`, key, shape }));
  };

  async function fetchRules(parts: Parts, resources: unknown): Promise<HaConfig['rules'] | undefined> {
    const release = Number.parseInt(instance.facts.version ?? '9', 10);
    if (release >= 9) {
      const answer = await parts.get(PART, RULES, { needs: AUDIT, tolerate: NO_CALL });
      if (answer.ok) learn(answer.value, 'rule', 'rule', haRuleShape);
      return answer.ok ? parseRules(answer.value) : undefined;
    }
    const answer = await parts.get(PART, GROUPS, { needs: AUDIT, tolerate: NO_CALL });
    if (answer.ok) learn(answer.value, 'group', 'group', haRuleShape);
    return answer.ok ? groupRules(answer.value, resources) : undefined;
  }

  /** Without an answer, what was known before stays. */
  async function fetchHa(parts: Parts): Promise<void> {
    const answer = await parts.get(PART, RESOURCES, { needs: AUDIT });
    mayRead = answer.ok || answer.error.kind !== 'forbidden';
    const managed = answer.ok ? managedGuests(answer.value) : undefined;
    if (!answer.ok || !managed) return;
    learn(answer.value, 'resource', 'sid', haResourceShape);
    const rules = managed.size > 0 ? await fetchRules(parts, answer.value) : [];
    instance.facts = { ...instance.facts, ha: { managed, rules: rules ?? instance.facts.ha?.rules ?? [] } };
  }

  function missing(): string[] {
    const { rights } = instance.facts;
    const lacks = (path: string, name: string) => rights !== undefined && !rights.on(path, name);
    return [
      ...(mayRead ? [] : [AUDIT]),
      ...(lacks('/vms', 'VM.Audit') ? ['VM.Audit on /vms'] : []),
      ...(lacks('/storage', 'Datastore.Audit') ? ['Datastore.Audit on /storage'] : []),
    ];
  }

  return {
    name: 'node-loss',
    everyMs: 60_000,
    timeoutMs: 30_000,
    essential: false,
    async run(signal) {
      if (!isCluster(instance)) return ok({ slices: { nodeLosses: [] satisfies NodeLoss[] } });
      const parts = begin(instance.session.read(signal, 'node-loss'));
      readings = noReadings;
      if (runs++ % EVERY_RUNS === 0) await fetchHa(parts);
      const { facts, place } = instance;
      const nodeLosses = composeNodeLosses(facts, compose.nodes(instance), place.instance, missing());
      return ok({ slices: { nodeLosses }, ...readings, gaps: parts.gaps() });
    },
  };
}
