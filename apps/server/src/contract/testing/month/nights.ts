// The nights of the scripted days: what goes wrong with backups, and which backups the lab has really made.
import { seeded } from '@belfry/domain/forecast/testing/seeded';
import { historyOf } from '@belfry/lab/world/backup-history';
import type { BackupJob } from '@belfry/lab/world/backup-job';
import type { Cluster } from '@belfry/lab/world/cluster';
import type { Guest } from '@belfry/lab/world/guest';
import type { Night } from '@belfry/lab/world/night';

/** A backup is of a run when it begins so long after it at most. */
const SIGN_S = 6 * 3600;

/**
 * In the first night the disk of one guest cannot be read. In this and in each fourth one after it the scheduler of a node does not run, and in
 * two nights of five the backup of one guest fails.
 */
export function nightsOf(
  days: number,
  { troubled, idle }: { troubled: readonly Guest[]; idle: string },
): Omit<Night, 'midnight'>[] {
  const random = seeded(41);
  const anyone = () => troubled[Math.floor(random() * troubled.length)]?.vmid ?? 0;
  return Array.from({ length: days }, (_, day) => ({
    idle: day % 4 === 0 ? [idle] : [],
    troubles: day === 0 || random() < 0.4 ? { [anyone()]: random() < 0.5 ? 'disk' : 'space' } : {},
  }));
}

/** Later the lab prunes most of them, so they are noted while they are there. */
export function createBackupNotes(clusters: readonly Cluster[]) {
  /** In seconds, by cluster, place and number. */
  const made = new Map<string, Set<number>>();
  const note = (cluster: Cluster, place: string, vmid: string, at: number) => {
    const key = `${cluster.name} ${place} ${vmid}`;
    made.set(key, (made.get(key) ?? new Set()).add(at));
  };
  return {
    note(): void {
      for (const cluster of clusters) {
        const { groups, files } = historyOf(cluster);
        for (const { id, type, snapshots } of groups)
          if (type !== 'host') for (const { time } of snapshots) note(cluster, 'pbs-main', id, time);
        for (const { storage, vmid, time } of files) note(cluster, storage, `${vmid}`, time);
      }
    },
    /** `at`: when the job was planned, in seconds. */
    isMade: ({ name }: Cluster, vmid: number, { storage }: BackupJob, at: number): boolean =>
      [...(made.get(`${name} ${storage} ${vmid}`) ?? [])].some((time) => time >= at && time < at + SIGN_S),
  };
}
