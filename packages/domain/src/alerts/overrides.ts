// Which overrides hold for a resource.
import type { AlertConfig, Override } from '@belfry/schema/alerts/config';
import { dockerContainerNameId, hostOfContainer } from '../ids.ts';
import type { Subject } from './thresholds.ts';

export interface Source {
  from: 'override' | 'tag' | 'node' | 'server';
  /** Its key in the configuration. */
  key: string;
  override: Override;
}

export const TAG = 'tag:';
const NODE = 'node:';

const byKey = (a: Source, b: Source): number => (a.key.toLowerCase() < b.key.toLowerCase() ? -1 : 1);

/** Once: an override of a container may be found by its id and by its name. */
function add(found: Source[], source: Source | undefined): void {
  if (source && !found.includes(source)) found.push(source);
}

const lastPart = (id: string): string => id.slice(id.lastIndexOf('-') + 1);

const NONE: readonly Source[] = [];

/**
 * The overrides of a resource, the strongest first: by its id, by older forms of its id (for a container: by its name), by its tags
 * in alphabetical order, by its node, that of its server. Tags are compared without regard to case, as Proxmox VE does by default.
 */
export function createOverrides(overrides: AlertConfig['overrides']): (subject: Subject) => readonly Source[] {
  const byId = new Map<string, Source>();
  const byTag = new Map<string, Source>();
  const byNode = new Map<string, Source>();
  for (const [key, override] of Object.entries(overrides)) {
    if (key.startsWith(TAG)) byTag.set(key.slice(TAG.length).toLowerCase(), { from: 'tag', key, override });
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
  const vmids = new Set([...byId.keys()].map(lastPart));

  return (subject) => {
    const found: Source[] = [];
    if (byId.size > 0) addIds(found, subject);
    if (byTag.size > 0 && subject.tags) addTags(found, subject.tags);
    if (byNode.size > 0 && subject.nodeId !== undefined) add(found, byNode.get(subject.nodeId));
    if (byId.size > 0 && subject.serverId !== undefined) addServer(found, subject.serverId);
    return found.length === 0 ? NONE : found;
  };

  function addIds(found: Source[], subject: Subject): void {
    add(found, byId.get(subject.id));
    // All ids of a guest end with its vmid. The older ones of a thousand guests are not built in vain.
    if (subject.kind === 'guest' && !vmids.has(lastPart(subject.id))) return;
    for (const id of subject.otherIds ?? []) add(found, byId.get(id));
  }

  function addServer(found: Source[], serverId: string): void {
    const own = byId.get(serverId);
    if (own) found.push({ ...own, from: 'server' });
  }

  function addTags(found: Source[], tags: readonly string[]): void {
    const first = found.length;
    for (const tag of tags) add(found, byTag.get(tag.toLowerCase()));
    if (found.length - first > 1) found.push(...found.splice(first).sort(byKey));
  }
}
