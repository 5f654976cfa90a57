// The search in the history of alerts by `site:`: which alerts may be found.
import { siteWords } from '@belfry/domain/alerts/site-words';
import type { State } from '@belfry/schema/state';
import type { HistoryFilter } from '../../db/alerts-store.ts';

/** An alert is of the site that polls its host now. Nobody knows the site of a host that was removed. */
export function ofSites<F extends Pick<HistoryFilter, 'q'>>(
  filter: F,
  { instances, sites }: Pick<State, 'instances' | 'sites'>,
): F & Pick<HistoryFilter, 'within'> {
  const { words, sites: wanted } = siteWords(filter.q ?? '');
  if (wanted.length === 0) return filter;
  const own = new Set(
    sites.filter(({ name }) => wanted.every((part) => name.toLowerCase().includes(part))).map(({ id }) => id),
  );
  const polled = instances.filter(({ site }) => site !== undefined && own.has(site)).map(({ id }) => id);
  return { ...filter, q: words.join(' '), within: { instances: polled, resources: [...own] } };
}
