// Where the engines of the history are asked, apart from the schemas, which a browser does not need for it.
import type { RemoteHistoryConfig } from './remote.ts';

const WRITE = /\/api\/v1\/write\/?$/;

/** The address before `/api/v1/query_range`. Empty: it is not given and does not follow from `url`. */
export function queryBase({ url, queryUrl }: Pick<RemoteHistoryConfig, 'url' | 'queryUrl'>): string {
  if (queryUrl !== '') return queryUrl.replace(/\/+$/, '');
  return WRITE.test(url) ? url.replace(WRITE, '') : '';
}

type Addresses = Pick<RemoteHistoryConfig, 'url' | 'queryUrl' | 'longTermUrl' | 'longTermQueryUrl'>;

/** The second engine, as if it were the first one. Undefined: there is none. */
export const longTermOf = <C extends Addresses>(config: C): C | undefined =>
  config.longTermUrl === '' ? undefined : { ...config, url: config.longTermUrl, queryUrl: config.longTermQueryUrl };
