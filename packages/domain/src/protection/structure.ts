import type { ProtectionInput } from './input.ts';

/** What places depend on. Sizes and results of jobs change with every poll, and say nothing about places; nor do storages of files. */
export const structureOf = ({
  storages,
  servers,
  copyJobs,
}: Pick<ProtectionInput, 'storages' | 'servers' | 'copyJobs'>) => ({
  storages: storages.flatMap(({ instance, name, type, backupTarget }) =>
    backupTarget || type === 'pbs' ? [[instance, name, type, backupTarget] as const] : [],
  ),
  servers: servers.map(({ name, host, fingerprint }) => [name, host, fingerprint]),
  copyJobs: copyJobs.map(({ id, kind, from, to, maxDepth, owner }) => [id, kind, from, to, maxDepth, owner]),
});
export type Structure = ReturnType<typeof structureOf>;
