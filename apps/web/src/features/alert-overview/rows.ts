// Active alerts → rows of the table: what the filters let through, in groups by who takes care of it. Pure.

import { worstFirst } from '@belfry/domain/alerts/order';
import { siteWords } from '@belfry/domain/alerts/site-words';
import { byId } from '@belfry/domain/ids';
import type { Alert } from '@belfry/schema/entities/alert';
import { messageOf } from '../../lib/language/server-words.ts';
import { type Standing, standingOf } from '../../ui/alerts/standing.ts';
import { messages as types } from '../../ui/alerts/type-messages.ts';
import type { OverviewView } from './view.ts';

interface GroupRow {
  kind: 'group';
  key: string;
  standing: Standing;
  count: number;
}
interface AlertRow {
  kind: 'alert';
  key: string;
  alert: Alert;
}
interface DetailRow {
  kind: 'detail';
  key: string;
  alert: Alert;
}
export type Row = GroupRow | AlertRow | DetailRow;

/** The name of the site of an alert. */
export type SiteOfAlert = (alert: Alert) => string | undefined;

const STANDINGS: readonly Standing[] = ['firing', 'silenced', 'acknowledged', 'explained'];

/**
 * Every word of the search must be found in the alert, as the screen shows it or in English, and what follows `site:` in the name of its
 * site.
 */
export function matchesSearch(search: string, siteOf: SiteOfAlert = () => undefined): (alert: Alert) => boolean {
  const { words, sites } = siteWords(search);
  return (alert) => {
    if (words.length + sites.length === 0) return true;
    const { resourceName, node, type, level, message, ackUser = '' } = alert;
    const shown = [messageOf(alert), types.name(type)];
    const site = sites.length === 0 ? '' : (siteOf(alert) ?? '').toLowerCase();
    const text = [resourceName, node, type, level, message, ackUser, ...shown].join('\n').toLowerCase();
    return words.every((word) => text.includes(word)) && sites.every((wanted) => site.includes(wanted));
  };
}

/** In the order of the table. `standings` are the groups in which the alerts stand now, by id. */
export function selectAlerts(
  alerts: readonly Alert[],
  { search, level, acknowledged }: OverviewView,
  standings: ReadonlyMap<string, Standing>,
  siteOf?: SiteOfAlert,
): Alert[] {
  const matches = matchesSearch(search, siteOf);
  return alerts
    .filter((alert) => level === 'all' || alert.level === level)
    .filter(({ id }) => acknowledged === 'shown' || standings.get(id) !== 'acknowledged')
    .filter(matches)
    .sort((a, b) => worstFirst(a, b) || byId(a, b));
}

export function toRows(
  alerts: readonly Alert[],
  standings: ReadonlyMap<string, Standing>,
  opened: ReadonlySet<string>,
): Row[] {
  return STANDINGS.flatMap((standing): Row[] => {
    const own = alerts.filter(({ id }) => standings.get(id) === standing);
    if (own.length === 0) return [];
    // a row that keeps its place for a moment is counted where it belongs now, as the other counts of the page do
    const count = alerts.filter((alert) => standingOf(alert) === standing).length;
    const head: Row = { kind: 'group', key: `standing:${standing}`, standing, count };
    const rows = own.flatMap((alert): Row[] => {
      const row: Row = { kind: 'alert', key: alert.id, alert };
      return opened.has(alert.id) ? [row, { kind: 'detail', key: `${alert.id}/detail`, alert }] : [row];
    });
    return [head, ...rows];
  });
}
