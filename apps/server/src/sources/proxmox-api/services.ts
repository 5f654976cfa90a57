// `GET /nodes/{node}/services`: the services of systemd that belong to a backup server or to a mail gateway.
import type { Service } from '@belfry/schema/entities/service';
import { sorted } from './order.ts';
import { listOf, text } from './read.ts';

/** Undefined when the answer is not a list of services. */
export const parseServices = (data: unknown): Service[] | undefined =>
  sorted(
    listOf(data, (row) => {
      const id = text(row.service) ?? text(row.name)?.replace(/\.service$/, '');
      if (!id) return undefined;
      const startup = text(row['unit-state'], 64);
      return {
        id,
        description: text(row.desc) ?? id,
        state: text(row.state, 64) ?? 'unknown',
        ...(startup !== undefined && { startup }),
      };
    }),
    (service) => service.id,
  );
