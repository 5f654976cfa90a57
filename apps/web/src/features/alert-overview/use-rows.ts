// From the active alerts and the view to the rows on the screen.
import type { Alert } from '@belfry/schema/entities/alert';
import { useEffect, useMemo, useRef } from 'react';
import { type Standing, standingOf } from '../../ui/alerts/standing.ts';
import { useKeptOrder } from '../../ui/table/use-kept-order.ts';
import { type Row, type SiteOfAlert, selectAlerts, toRows } from './rows.ts';
import type { OverviewView } from './view.ts';

/** While `held`, rows keep their places and groups: a second click on the same place does not meet another alert. */
export function useRows(
  alerts: readonly Alert[],
  view: OverviewView,
  opened: ReadonlySet<string>,
  held: boolean,
  siteOf: SiteOfAlert,
): { rows: Row[]; shown: readonly Alert[] } {
  const standings = useHeldStandings(alerts, held);
  const now = useMemo(() => selectAlerts(alerts, view, standings, siteOf), [alerts, view, standings, siteOf]);
  const shown = useKeptOrder({ now, all: alerts, held, view: JSON.stringify(view) });
  const rows = useMemo(() => toRows(shown, standings, opened), [shown, standings, opened]);
  return { rows, shown };
}

function useHeldStandings(alerts: readonly Alert[], held: boolean): ReadonlyMap<string, Standing> {
  const stood = useRef<ReadonlyMap<string, Standing>>(new Map());
  const standings = useMemo(
    () => new Map(alerts.map((alert) => [alert.id, (held && stood.current.get(alert.id)) || standingOf(alert)])),
    [alerts, held],
  );
  useEffect(() => {
    stood.current = standings;
  }, [standings]);
  return standings;
}
