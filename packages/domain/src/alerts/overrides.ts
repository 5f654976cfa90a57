// Which overrides hold for a resource.
import type { AlertConfig, Override } from '@belfry/schema/alerts/config';
import { dockerContainerNameId, hostOfContainer } from '../ids.ts';
import type { Subject } from './thresholds.ts';

export interface Source {
  from: 'override' | 'tag' | 'node';
  /** Its key in the configuration. */
  key: string;
  override: Override;
}

const TAG = 'tag:';
const NODE = 'node:';

/** Tags are compared without regard to case, as Proxmox VE does by default. */
const tagKey = (tag: string): string => TAG + tag.toLowerCase();

const NONE: readonly Source[] = [];

/**
 * The overrides of a resource, the strongest first: by its id, by older forms of its id (for a container: by its name), by its tags
 * in alphabetical order, by its node.
 */
export function createOverrides(overrides: AlertConfig['overrides']): (subject: Subject) => readonly Source[] {
  const byId = new Map<string, Source>();
  const byTag = new Map<string, Source>();
  const byNode = new Map<string, Source>();
  for (const [key, override] of Object.entries(overrides)) {
    if (key.startsWith(TAG)) byTag.set(tagKey(key.slice(TAG.length)), { from: 'tag', key, override });
    else if (key.startsWith(NODE)) byNode.set(key.slice(NODE.length), { from: 'node', key, override });
    else byId.set(key, { from: 'override', key, override });
  }
  for (const [key, source] of [...byId]) {
    const host = hostOfContainer(key);
    const { name } = source.override;
    if (host === undefined || name === undefined) continue;
    const byName = dockerContainerNameId(host, name);
    if (!byId.has(byName)) byId.set(byName, source);
  }
  if (byId.size + byTag.size + byNode.size === 0) return () => NONE;

  return (subject) => {
    const found: Source[] = [];
    const add = (source: Source | undefined) => void (source && found.push(source));
    if (byId.size > 0)
      for (const id of subject.ids) {
        const source = byId.get(id);
        if (source && !found.includes(source)) found.push(source);
      }
    if (byTag.size > 0 && subject.tags) {
      const tags = subject.tags.map(tagKey).filter((tag) => byTag.has(tag));
      for (const tag of tags.sort()) add(byTag.get(tag));
    }
    if (byNode.size > 0 && subject.nodeId !== undefined) add(byNode.get(subject.nodeId));
    return found.length === 0 ? NONE : found;
  };
}
