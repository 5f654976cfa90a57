// Overrides of resources that do not exist any more. They have no row in any table. Pure.
import type { Subject } from '@belfry/domain/alerts/thresholds';
import type { AlertConfig, Override } from '@belfry/schema/alerts/config';
import type { Tab } from './sections.ts';
import { isShared } from './sections.ts';
import { ownKeys } from './targets.ts';

export interface Orphan {
  key: string;
  /** Of a container; other overrides are stored without a name. */
  name: string | undefined;
  override: Override;
}

export interface Existing {
  subjects: Iterable<Subject>;
  /** The ids of things that have alerts and overrides, but no row: clusters, instances. */
  others: ReadonlySet<string>;
  /** The ids of instances that have not answered yet. What they have is not known. */
  silent: readonly string[];
}

export function orphansOf(config: AlertConfig, { subjects, others, silent }: Existing): Orphan[] {
  const left = new Set(
    Object.keys(config.overrides).filter(
      (key) => !isShared(key) && !others.has(key) && !silent.some((id) => key === id || key.startsWith(`${id}-`)),
    ),
  );
  for (const subject of subjects) {
    if (left.size === 0) return [];
    for (const key of ownKeys(config, subject)) left.delete(key);
  }
  return [...left].sort().map((key) => {
    const override = config.overrides[key] ?? {};
    return { key, name: override.name, override };
  });
}

/** The tab on which such a resource was: the id of a container begins with `docker:`, and only gateways have values for mail. */
export function tabOfOrphan({ key, override }: Orphan): Tab {
  if (key.startsWith('docker:')) return 'docker';
  return Object.keys(override).some((field) => /^(queue|deferred|hold|oldest|quarantine)/.test(field))
    ? 'mail-gateway'
    : 'proxmox';
}
