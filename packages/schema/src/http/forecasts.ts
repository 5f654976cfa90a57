// When something will be full, or a disk worn out.
import * as z from 'zod';
import { Forecast } from '../forecast.ts';
import { forecastKinds } from '../forecast-kinds.ts';
import { endpoint } from './endpoint.ts';

const Kind = z.enum(forecastKinds);

/** `trials`: so many forecasts were tried on the past of these resources. `width`: that of the intervals, 1 without enough trials. */
export const ForecastsReply = z.object({
  forecasts: z.array(z.object({ kind: Kind, id: z.string(), forecast: Forecast })),
  trials: z.number(),
  width: z.number(),
});
export type ForecastsReply = z.infer<typeof ForecastsReply>;

/** `of`: the ids of its parts begin with it. */
export const ForecastsQuery = z.object({
  kind: Kind.optional(),
  of: z.string().min(1).max(512).optional(),
});
export type ForecastsQuery = z.infer<typeof ForecastsQuery>;

export const getForecasts = endpoint('GET /api/forecasts', {
  cost: 'high',
  summary:
    'When storages, datastores, Ceph, file systems and disks will be full or worn out, with an interval for 80 % of cases',
  access: 'viewer',
  query: ForecastsQuery,
  meanings: {
    kind: 'Only this kind of resource',
    of: 'Only the resource with this id, and its parts: the file systems of a guest, the disks of a node',
  },
  reply: ForecastsReply,
  errors: ['unavailable'],
});
