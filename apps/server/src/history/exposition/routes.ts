// GET /metrics.
import { getMetrics } from '@belfry/schema/http/history';
import type { Mount } from '../../http/mount.ts';
import type { Readings } from './collect.ts';
import { contentTypes, formatFor, textOf } from './text.ts';

export function metricsRoute(mount: Mount, readings: () => Readings): void {
  mount(getMetrics, ({ request, reply }) => {
    const format = formatFor(request.headers.accept);
    reply.header('vary', 'accept').type(contentTypes[format]);
    return textOf(readings(), format);
  });
}
