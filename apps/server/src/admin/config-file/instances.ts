// The instances of a configuration file, as they are stored.
import { ok } from '@belfry/domain/result';
import type { FileInstance } from '@belfry/schema/config/file';
import { type Identified, type NodeConfig, NodeRequest } from '@belfry/schema/config/node';
import { type Answer, type Details, refuse, refuseWith } from '../../lib/refusal.ts';
import { isSameEntry } from './masks.ts';
import type { SectionDeps } from './sections.ts';

type Deps = Pick<SectionDeps, 'normalInstance' | 'fixedInstances'>;

/** An instance without an id has that of the stored one with its type and name. */
export function instancesOf(
  given: readonly FileInstance[],
  current: readonly (NodeConfig & { id: string })[],
  { normalInstance, fixedInstances }: Deps,
): Answer<Identified[]> {
  const problems: Record<string, string> = {};
  const configs: Identified[] = [];
  for (const [i, entry] of given.entries()) {
    const { id = current.find((stored) => isSameEntry(entry, stored))?.id, ...host } = entry;
    const isFixed = fixedInstances().some(
      ({ instance, config }) => instance === id || (config.type === host.type && config.name === host.name),
    );
    // The schema of the file allows less than that of a request.
    const config = isFixed
      ? refuse('conflict', `"${host.name}" is set by the environment (BELFRY_NODES) and can only be changed there.`)
      : normalInstance(NodeRequest.parse(host));
    if (config.ok) configs.push({ ...(id !== undefined && { id }), ...config.value });
    else
      for (const [field, text] of found(config.error))
        problems[[i, field].filter((key) => key !== '').join('.')] = text;
  }
  return Object.keys(problems).length > 0 ? refuseWith('validation_error', { details: problems }) : ok(configs);
}

const found = ({ text, details = { '': text } }: { text: string; details?: Details | undefined }) =>
  Object.entries(details);
