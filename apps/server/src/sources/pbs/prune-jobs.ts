// `GET /admin/prune`: which backups the prune jobs of this server keep.
import { defined } from '@belfry/domain/defined';
import { serverJobId } from '@belfry/domain/ids';
import type { Retention } from '@belfry/schema/protection/retention';
import { keepOf } from '../proxmox-api/keep.ts';
import { flag, rows, text } from '../proxmox-api/read.ts';
import { depthOf, type Known } from './copy-jobs.ts';

/** A job that says nothing about what it keeps removes nothing. */
export const pruneRetentions = (data: unknown, { server, timeZone }: Pick<Known, 'server' | 'timeZone'>): Retention[] =>
  rows(data).flatMap((row) => {
    const [job, datastore] = [text(row.id), text(row.store)];
    if (!job || !datastore) return [];
    return [
      defined({
        id: serverJobId(server.id, 'prune', job),
        kind: 'server' as const,
        place: { server: server.name, datastore, namespace: text(row.ns) ?? '' },
        maxDepth: depthOf(row),
        keep: keepOf(row) ?? { all: true },
        schedule: text(row.schedule),
        timeZone,
        disabled: flag(row.disable),
      }),
    ];
  });
