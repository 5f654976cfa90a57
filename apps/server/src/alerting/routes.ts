// The endpoints of active alerts, their history, silences and maintenance windows.
import { worstFirst } from '@belfry/domain/alerts/order';
import { english } from '@belfry/domain/sentences/english';
import type { ExplainedDelivery, HeldBack, NextMessage } from '@belfry/schema/alerts/explanation';
import type { MaintenanceWindow, Silence } from '@belfry/schema/alerts/silences';
import type { Alert } from '@belfry/schema/entities/alert';
import {
  acknowledgeAlert,
  acknowledgeAlerts,
  addSilence,
  addWindow,
  clearAlert,
  clearAlertHistory,
  clearAlerts,
  countAlertHistory,
  explainAlert,
  getSilence,
  getWindow,
  listActiveAlerts,
  listAffected,
  listAlertHistory,
  listSilences,
  listWindows,
  removeSilence,
  removeWindow,
  unacknowledgeAlert,
  unacknowledgeAlerts,
  updateSilence,
  updateWindow,
  whyAlert,
} from '@belfry/schema/http/alerts';
import type { AuditEvent } from '@belfry/schema/http/security';
import type { State } from '@belfry/schema/state';
import type { FastifyRequest } from 'fastify';
import type { AlertsStore, Occurrence } from '../db/alerts-store.ts';
import type { Audited } from '../http/audited.ts';
import type { Mount } from '../http/mount.ts';
import { type Clock, momentOf } from '../lib/clock.ts';
import { JsonText, jsonItems, jsonList } from '../lib/json-text.ts';
import { type Answer, refuse } from '../lib/refusal.ts';
import type { Act, ActResult } from './engine/acts.ts';
import type { Alerting } from './engine/alerting.ts';
import { bucketsOf } from './ledger/buckets.ts';
import { explain } from './ledger/explain.ts';
import { entryOf } from './ledger/history.ts';
import type { Ledger } from './ledger/ledger.ts';
import { resourceNamed } from './ledger/named.ts';
import { ofSites } from './ledger/of-sites.ts';
import { reasonsOf } from './ledger/why.ts';
import type { Silencing } from './silences/silencing.ts';

export interface AlertRoutesDeps {
  state(): State;
  /** Does it, and publishes the result. */
  act(act: Act): readonly ActResult[];
  alerting: Pick<Alerting, 'look' | 'affectedBy' | 'answers' | 'ruled' | 'readings'>;
  /** Whether alerts are switched on. */
  isEnabled(): boolean;
  history: Pick<AlertsStore, 'pages' | 'oldest' | 'count' | 'newest' | 'clear'>;
  ledger: Pick<Ledger, 'active' | 'settled'>;
  silencing: Silencing;
  notifications: NotificationFacts;
  audited: Audited;
  /** The name of the caller. */
  nameOf(request: FastifyRequest): string;
  clock: Clock;
}

/** The messages about an occurrence, and what holds them back. */
export interface NotificationFacts {
  heldBack(occurrence: string): readonly HeldBack[];
  /** For the caller of the request: only administrators see what a receiver answered. */
  deliveries(occurrence: string, request: FastifyRequest): Promise<readonly ExplainedDelivery[]>;
  /** What is sent about it next if nothing happens but time. */
  next(occurrence: string): readonly NextMessage[];
}

type Deed = 'acknowledge' | 'unacknowledge' | 'clear';
const events: Record<Deed, AuditEvent> = {
  acknowledge: 'alert_acknowledged',
  unacknowledge: 'alert_unacknowledged',
  clear: 'alert_cleared',
};
const MAX_NAMED = 10;

export function alertRoutes(mount: Mount, deps: AlertRoutesDeps): void {
  const { state, alerting, history, ledger, notifications, audited, nameOf, clock } = deps;

  /** Resolves when the history has it. */
  async function perform(request: FastifyRequest, deed: Deed, ids: readonly string[]): Promise<readonly ActResult[]> {
    const by = nameOf(request);
    const results = deps.act(
      deed === 'acknowledge'
        ? { by, acknowledge: ids }
        : deed === 'clear'
          ? { by, clear: ids }
          : { by, unacknowledge: ids },
    );
    await ledger.settled();
    const done = results.filter(({ success }) => success).map(({ id }) => id);
    if (done.length > 0) await audited(request, events[deed], summaryOf(done));
    return results;
  }
  const one = async (request: FastifyRequest, deed: Deed, id: string) => {
    const [result] = await perform(request, deed, [id]);
    return result?.success || deed === 'clear'
      ? { success: true as const }
      : refuse('not_found', { id: 'alert.notActive' });
  };
  const many = async (request: FastifyRequest, deed: Deed, ids: readonly string[]) => {
    const results = await perform(request, deed, ids);
    return {
      results: results.map(({ id, success }) =>
        success ? { alertId: id, success } : { alertId: id, success, error: english({ id: 'alert.notActive' }) },
      ),
    };
  };

  /** Active alerts by occurrence. */
  const activeByOccurrence = () => new Map(state().activeAlerts.map((alert) => [alert.metadata?.occurrence, alert]));
  const entries = (rows: readonly Occurrence[], active: ReadonlyMap<string | undefined, Alert>) => {
    const now = clock.now();
    return rows.map((row) => entryOf(ledger.active(row.id) ?? row, active.get(row.id), now));
  };

  mount(listActiveAlerts, () => state().activeAlerts.toSorted(worstFirst));
  mount(listAlertHistory, async ({ query: { limit, offset, ...filter } }) => {
    const active = activeByOccurrence();
    const parts: Buffer[] = [];
    for await (const rows of history.pages(ofSites(filter, state()), limit, offset))
      parts.push(jsonItems(entries(rows, active)));
    return new JsonText(jsonList(parts));
  });
  mount(countAlertHistory, ({ query }) => bucketsOf(history, ofSites(query, state()), clock.now()));
  mount(clearAlertHistory, async ({ request }) => {
    await ledger.settled();
    await history.clear();
    await audited(request, 'alert_history_cleared');
    return { status: 'success' as const, message: 'Alert history cleared' };
  });
  mount(explainAlert, async ({ params: { id }, request }) => {
    await ledger.settled();
    const row = await history.newest(id);
    const [entry] = row ? entries([row], activeByOccurrence()) : [];
    const tracked = entry && entry.id !== id ? undefined : alerting.look(id);
    const answers = tracked ? alerting.answers(tracked) : [];
    const now = momentOf(clock);
    const explained = explain({
      ...{ id, tracked, answers, entry, known: row?.known ?? {}, state: state(), now },
      heldBack: row ? notifications.heldBack(row.id) : [],
      next: row ? notifications.next(row.id) : [],
      deliveries: row ? await notifications.deliveries(row.id, request) : [],
    });
    return explained ?? refuse('not_found');
  });
  mount(listAffected, ({ params: { id } }) =>
    alerting.look(id)?.open ? alerting.affectedBy(id) : refuse('not_found'),
  );
  mount(whyAlert, ({ query: { resource, type } }) => {
    const lists = alerting.ruled().filter((list) => list !== 'server');
    const meant = resourceNamed(state(), lists, resource);
    if (!Array.isArray(meant)) return refuse('not_found', meant);
    const [first] = meant;
    if (!first) return refuse('not_found');
    const now = momentOf(clock);
    const active = new Map(state().activeAlerts.map((alert) => [alert.id, alert]));
    const known = { isEnabled: deps.isEnabled(), look: alerting.look, active: (id: string) => active.get(id), now };
    const reasons = meant
      .flatMap(({ list, id }) => alerting.readings(list, id, state(), now))
      .flatMap((read) => reasonsOf(read, known));
    const types = [...new Set(reasons.map((reason) => reason.type))];
    if (type !== undefined && !types.some((each) => each === type))
      return refuse('not_found', { id: 'why.noType', values: { type, name: first.name, types } });
    return { resource: first, reasons: reasons.filter((reason) => type === undefined || reason.type === type) };
  });
  mount(acknowledgeAlert, ({ params, request }) => one(request, 'acknowledge', params.id));
  mount(unacknowledgeAlert, ({ params, request }) => one(request, 'unacknowledge', params.id));
  mount(clearAlert, ({ params, request }) => one(request, 'clear', params.id));
  mount(acknowledgeAlerts, ({ body, request }) => many(request, 'acknowledge', body.alertIds));
  mount(unacknowledgeAlerts, ({ body, request }) => many(request, 'unacknowledge', body.alertIds));
  mount(clearAlerts, ({ body, request }) => many(request, 'clear', body.alertIds));
  silencingRoutes(mount, deps);
}

function silencingRoutes(mount: Mount, { silencing, audited, nameOf }: AlertRoutesDeps): void {
  const noted = async <T extends Silence | MaintenanceWindow>(
    request: FastifyRequest,
    event: AuditEvent,
    answer: Answer<T>,
  ) => {
    if (!answer.ok) return answer;
    await audited(request, event, describe(answer.value));
    return answer.value;
  };
  const gone = async <T extends Silence | MaintenanceWindow>(...args: Parameters<typeof noted<T>>) => {
    const answer = await noted(...args);
    return 'error' in answer ? answer : undefined;
  };

  mount(listSilences, () => [...silencing.silences()]);
  mount(addSilence, async ({ body, request }) =>
    noted(request, 'silence_added', await silencing.silence(body, nameOf(request))),
  );
  mount(
    getSilence,
    ({ params: { id } }) => silencing.silences().find((silence) => silence.id === id) ?? refuse('not_found'),
  );
  mount(updateSilence, async ({ params, body, request }) =>
    noted(request, 'silence_changed', await silencing.changeSilence(params.id, body, nameOf(request))),
  );
  mount(removeSilence, async ({ params, request }) =>
    gone(request, 'silence_removed', await silencing.endSilence(params.id)),
  );
  mount(listWindows, () => [...silencing.windows()]);
  mount(addWindow, async ({ body, request }) =>
    noted(request, 'maintenance_added', await silencing.addWindow(body, nameOf(request))),
  );
  mount(
    getWindow,
    ({ params: { id } }) => silencing.windows().find((window) => window.id === id) ?? refuse('not_found'),
  );
  mount(updateWindow, async ({ params, body, request }) =>
    noted(request, 'maintenance_changed', await silencing.changeWindow(params.id, body, nameOf(request))),
  );
  mount(removeWindow, async ({ params, request }) =>
    gone(request, 'maintenance_removed', await silencing.removeWindow(params.id)),
  );
}

const describe = (item: Silence | MaintenanceWindow): string =>
  'target' in item ? `${item.target.kind} ${item.target.value} until ${item.until}: ${item.reason}` : item.name;

function summaryOf(ids: readonly string[]): string {
  const more = ids.length - MAX_NAMED;
  return [...ids.slice(0, MAX_NAMED), ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
}
