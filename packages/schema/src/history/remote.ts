// The history in an engine for time series, in place of the file of Belfry: any that is compatible with Prometheus.
import * as z from 'zod';
import { toMessage } from '../sentences/message.ts';
import { ExportConfig, ExportStatus } from './exports.ts';
import { longTermOf, queryBase } from './query-base.ts';

/** `url` is the whole address of remote write. `labels` are part of every series, and of every question about them. */
export const RemoteHistoryConfig = ExportConfig.omit({ intervalSeconds: true }).extend({
  /** The address to which `/api/v1/query_range` is added. Empty: that of `url` without `/api/v1/write`. */
  queryUrl: z.string().trim().max(2000).default(''),
  /**
   * The same two addresses of a second engine, which gets one value for each hour and is asked about long times. Empty: there is none. It
   * has the user name and the secret of the first one.
   */
  longTermUrl: z.string().trim().max(2000).default(''),
  longTermQueryUrl: z.string().trim().max(2000).default(''),
});
export type RemoteHistoryConfig = z.infer<typeof RemoteHistoryConfig>;

export const RemoteHistoryInput = RemoteHistoryConfig.refine(({ enabled, url }) => !enabled || url !== '', {
  path: ['url'],
  error: toMessage({ id: 'input.writeAddress' }),
})
  .refine((config) => config.url === '' || queryBase(config) !== '', {
    path: ['queryUrl'],
    error: toMessage({ id: 'input.readAddress' }),
  })
  .refine(
    (config) => {
      const longTerm = longTermOf(config);
      return longTerm === undefined || queryBase(longTerm) !== '';
    },
    { path: ['longTermQueryUrl'], error: toMessage({ id: 'input.readAddress' }) },
  );

/** The secret is the mask, or empty when there is none. */
export const RemoteHistoryState = RemoteHistoryConfig.extend({ status: ExportStatus });
export type RemoteHistoryState = z.infer<typeof RemoteHistoryState>;
