// Where an engine for time series is asked, apart from the schemas, which a browser does not need for it.
import type { RemoteHistoryConfig } from './remote.ts';

const WRITE = /\/api\/v1\/write\/?$/;

/** The address before `/api/v1/query_range`. Empty: it is not given and does not follow from `url`. */
export function queryBase({ url, queryUrl }: Pick<RemoteHistoryConfig, 'url' | 'queryUrl'>): string {
  if (queryUrl !== '') return queryUrl.replace(/\/+$/, '');
  return WRITE.test(url) ? url.replace(WRITE, '') : '';
}
