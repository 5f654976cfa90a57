// When storages and datastores will be full.
import * as z from 'zod';
import { Forecast } from '../forecast.ts';
import { endpoint } from './endpoint.ts';

/** `trials`: so many forecasts were tried on the past of these resources. `width`: that of the intervals, 1 without enough trials. */
export const ForecastsReply = z.object({
  forecasts: z.array(z.object({ kind: z.enum(['storage', 'datastore']), id: z.string(), forecast: Forecast })),
  trials: z.number(),
  width: z.number(),
});
export type ForecastsReply = z.infer<typeof ForecastsReply>;

export const getForecasts = endpoint('GET /api/forecasts', {
  cost: 'high',
  summary: 'When storages and datastores will be full, with an interval for 80 % of cases',
  access: 'viewer',
  reply: ForecastsReply,
  errors: ['unavailable'],
});
