// The instances of a configuration file, as they are stored.

import { ok } from '@belfry/domain/result';
import type { FileInstance } from '@belfry/schema/config/file';
import { type Identified, type NodeConfig, NodeRequest } from '@belfry/schema/config/node';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import { type Answer, refuse, refuseField, refuseWith, sentenceOf } from '../../lib/refusal.ts';
import { isSameEntry } from './masks.ts';
import type { SectionDeps } from './sections.ts';

type Deps = Pick<SectionDeps, 'normalInstance' | 'fixedInstances' | 'sites'>;

/** An instance without an id has that of the stored one with its type and name. */
export function instancesOf(
  given: readonly FileInstance[],
  current: readonly (NodeConfig & { id: string })[],
  { normalInstance, fixedInstances, sites }: Deps,
): Answer<Identified[]> {
  const problems: Record<string, Sentence> = {};
  const configs: Identified[] = [];
  for (const [i, entry] of given.entries()) {
    const { id = current.find((stored) => isSameEntry(entry, stored))?.id, ...host } = entry;
    const isFixed = fixedInstances().some(
      ({ instance, config }) => instance === id || (config.type === host.type && config.name === host.name),
    );
    const site = host.site ? sites.idOf(host.site) : ok('');
    // The schema of the file allows less than that of a request.
    const config = isFixed
      ? refuse('conflict', { id: 'node.ofEnvironment', values: { name: host.name } })
      : site.ok
        ? normalInstance(NodeRequest.parse({ ...host, site: site.value }))
        : refuseField('bad_request', 'site', site.error);
    if (config.ok) {
      const { site: own = '', ...rest } = config.value;
      configs.push({ ...(id !== undefined && { id }), ...rest, ...(own !== '' && { site: sites.nameOf(own) ?? own }) });
    } else
      for (const [field, problem] of Object.entries(config.error.details ?? { '': sentenceOf(config.error) }))
        problems[[i, field].filter((key) => key !== '').join('.')] = problem;
  }
  return Object.keys(problems).length > 0 ? refuseWith('validation_error', { details: problems }) : ok(configs);
}
