// Puts notifications together: the destinations, the planner, the outbox and the log of what became of each message.

import type { ExplainedDelivery } from '@belfry/schema/alerts/explanation';
import { ownTimeZone } from '@belfry/schema/alerts/factory-config';
import type { Alert } from '@belfry/schema/entities/alert';
import { ResolvedReason } from '@belfry/schema/entities/alert';
import type { AuthMethod } from '@belfry/schema/http/security';
import type { Delivery } from '@belfry/schema/notifications/delivery';
import type { State } from '@belfry/schema/state';
import type { FastifyRequest } from 'fastify';
import type { NotificationFacts } from '../alerting/routes.ts';
import type { AlertWrites } from '../db/alert-writes.ts';
import type { ConfigParts } from '../db/config-part.ts';
import type { Notified, OutboxStore } from '../db/outbox-store.ts';
import type { SessionOwner } from '../db/sessions-store.ts';
import type { Store } from '../db/store.ts';
import type { Audited } from '../http/audited.ts';
import type { Caller, Identity } from '../http/gate.ts';
import type { Mount } from '../http/mount.ts';
import type { Clock } from '../lib/clock.ts';
import type { OnDefect } from '../lib/defects.ts';
import { forAll } from '../lib/for-all.ts';
import { joined as joinedProblems } from '../lib/joined.ts';
import type { Logger } from '../lib/logger.ts';
import type { Networks } from '../lib/networks.ts';
import { createOutgoing, type Outgoing } from '../lib/outgoing/outgoing.ts';
import type { Parts } from '../lib/parts.ts';
import type { Passes } from '../lib/passes.ts';
import { createChanges, type JournalFeed } from '../notify/changes.ts';
import { joined } from '../notify/destination.ts';
import { createEmailConfiguration } from '../notify/email/configuration.ts';
import { emailRoutes } from '../notify/email/routes.ts';
import { tryEmail } from '../notify/email/trial.ts';
import { createHeartbeat, troubleOf } from '../notify/heartbeat.ts';
import { createHoursProblems } from '../notify/hours-problems.ts';
import { createKnownChanges } from '../notify/known-changes.ts';
import { createMirrors } from '../notify/mirrors.ts';
import { createBroker } from '../notify/mqtt/broker.ts';
import { machinesOf } from '../notify/mqtt/machines.ts';
import { mqttRoutes } from '../notify/mqtt/routes.ts';
import type { SendResult } from '../notify/notifier.ts';
import { createNotify, type Notify } from '../notify/notify.ts';
import { createFailing } from '../notify/outbox/failing.ts';
import { openOutbox } from '../notify/outbox/outbox.ts';
import { deliveryRoutes, withoutWords } from '../notify/outbox/routes.ts';
import type { End, Stages } from '../notify/plan/situation.ts';
import type { ChangeBefore, ForecastFor } from '../notify/preceding.ts';
import { createPushBrowsers } from '../notify/push/browsers.ts';
import { pushBrowserRoutes } from '../notify/push/routes.ts';
import { createStanding, ownerOf } from '../notify/push/standing.ts';
import { heldBackOf, nextOf } from '../notify/recipients.ts';
import { recipientRoutes } from '../notify/routes.ts';
import { type Letter, postLetter } from '../notify/services/email/letter.ts';
import { services } from '../notify/services/registry.ts';
import { createNotificationSettings } from '../notify/settings.ts';
import { settingsRoutes } from '../notify/settings-routes.ts';
import { testRoute } from '../notify/test-route.ts';
import { tryStoredWebhook, webhookRoutes } from '../notify/webhooks/routes.ts';
import { createWebhooks } from '../notify/webhooks/webhooks.ts';
import type { Alerts } from './alerts.ts';

export interface NotificationsDeps {
  store: Pick<Store, 'disk' | 'settings' | 'secrets' | 'users' | 'sessions' | 'revocations' | 'atomically'>;
  file: OutboxStore;
  writes: AlertWrites;
  alerts: Pick<Alerts, 'schedule' | 'tagsOf' | 'siteOf' | 'find' | 'notified' | 'marked' | 'marksAt'>;
  state(): State;
  /** Where requests may go beyond the usual addresses. */
  networks: Networks;
  /** Where push services of browsers may be besides public addresses. */
  pushNetworks: Networks;
  /** Whether people can sign in this way at present. */
  isOn(method: AuthMethod): boolean;
  publicUrl: string;
  /** The last change before an alert began. */
  changeBefore: ChangeBefore;
  /** What the journal has. Undefined: it cannot be used. */
  feed: JournalFeed | undefined;
  forecastFor: ForecastFor;
  callerOf(request: FastifyRequest): Caller;
  audited: Audited;
  isAdmin(request: FastifyRequest): boolean;
  onDefect: OnDefect;
  parts: Parts;
  passes: Passes;
  /** What may hold messages back. Default: all that there is. */
  stages?: Stages | undefined;
  clock: Clock;
  log: Logger;
}

export interface Notifications extends Pick<Notify, 'update' | 'tick'>, NotificationFacts {
  /** Destinations that cannot be delivered to, and a damaged file. The same object while nothing changes. */
  problems(): State['serverProblems'];
  /** For the export of the configuration. */
  parts: Pick<ConfigParts, 'notifications' | 'email' | 'webhooks' | 'mqtt'>;
  /** A mail with a file, by the settings of e-mail. Undefined: they are switched off. */
  poster(): ((letter: Letter) => Promise<SendResult>) | undefined;
  /** Requests to other services, to checked addresses only. */
  outgoing: Pick<Outgoing, 'request' | 'problemOfUrl'>;
  routes(mount: Mount): void;
  /** Somebody has sent a request. */
  seen(who: Identity | undefined): void;
  start(): void;
  /** Ends within seconds. */
  stop(): Promise<void>;
}

export async function createNotifications(deps: NotificationsDeps): Promise<Notifications> {
  const {
    store,
    file,
    writes,
    alerts,
    state,
    networks,
    callerOf,
    audited,
    isAdmin,
    onDefect,
    parts,
    passes,
    clock,
    log,
  } = deps;
  const { guarded } = parts;
  const publicUrl = () => deps.publicUrl.replace(/\/$/, '');
  const allowPrivate = () => settings.current().allowPrivateNetworks;
  const outgoing = createOutgoing({ allowPrivate, named: networks, clock });
  const { request, connect, problemOfUrl } = outgoing;
  const service = { request, connect, clock, log };
  const settings = createNotificationSettings({ store, problemOfUrl });
  const email = createEmailConfiguration({
    ...{ store, outgoing, clock, onDefect },
    isWebhook: (id) => webhooks.list().some((one) => one.id === id),
  });
  const webhooks = createWebhooks({ store, problemOfUrl, log });
  const browsers = createPushBrowsers({
    ...{ store, clock, onDefect },
    standing: createStanding({ store, isOn: deps.isOn, clock }),
    networks: deps.pushNetworks,
    problemOfPublicUrl: outgoing.problemOfPublicUrl,
  });
  /** Of what is shown and not sent: there is always something to show. */
  const failing = createFailing({ isWaiting: () => true, clock, log });
  const siteName = (id: string) => state().sites.find((site) => site.id === id)?.name;
  const siteOf = (alert: Alert) => siteName(alerts.siteOf(alert) ?? '');
  const changes = createKnownChanges(deps.changeBefore, clock);
  const broker = createBroker({
    ...{ store, outgoing, failing, clock },
    present() {
      // The next call shows what this one finds.
      void changes.find(state().activeAlerts);
      const [active, machines] = [state().activeAlerts, machinesOf(state())];
      return { alerts: active, machines, siteOf, changeOf: changes.of, changes: changes.found() };
    },
  });
  const mirrors = createMirrors({
    ...{ targets: webhooks, service, publicUrl, failing, onDefect },
    siteOf,
    changes,
  });
  // no alert is late because of them, so they do not stop the heartbeat
  const failingChanges = createFailing({ isWaiting: () => true, key: 'changes', what: 'Changes', clock, log });
  const ofChanges = createChanges({
    ...{ targets: webhooks, feed: deps.feed, settings: store.settings, service, failing: failingChanges, onDefect },
  });
  const destinations = joined(email, webhooks, browsers);
  const outbox = await openOutbox({
    ...{ store: file, writes, destinations, onDefect, clock, log },
    ...{ services, publicUrl },
    changeBefore: deps.changeBefore,
    forecastFor: deps.forecastFor,
    service: {
      ...service,
      async moved(before, after) {
        log.warn({ webhook: before.name }, 'a group has another id: it is stored and used from now on');
        await webhooks.replace(before, after);
      },
    },
    sent({ destination: { name } }, { alerts: notified }) {
      for (const { occurrence } of notified) alerts.notified(occurrence, name);
    },
  });
  const notify = createNotify({
    ...{ destinations, outbox, clock },
    schedule: alerts.schedule,
    tagsOf: alerts.tagsOf,
    siteOf: alerts.siteOf,
    siteName,
    ended: await endsOf(outbox.notified, alerts.find),
    zone: ownTimeZone,
    ...{ stages: deps.stages, guarded },
  });

  const heartbeat = createHeartbeat({
    settings: () => settings.current().heartbeat,
    trouble: () => troubleOf({ state: state(), late: passes.late(), failing: parts.failing() }),
    ...{ request, clock, log },
  });
  function plan(): void {
    notify.tick();
    passes.completed('plan');
  }
  let isAsked = false;
  /** The outbox answers when its workers are at work and what it wrote is on the disk, or the disk has refused it. */
  function watchOutbox(): void {
    if (isAsked || outbox.isStuck()) return;
    isAsked = true;
    const answered = outbox.settled().then(() => passes.completed('outbox'));
    void answered
      .catch((error) => onDefect(error, 'the outbox of notifications'))
      .finally(() => {
        isAsked = false;
      });
  }

  return {
    update(alertsNow) {
      guarded('the notifications about alerts', () => notify.update(alertsNow), undefined);
      guarded('the webhooks that show the present state', () => mirrors.update(alertsNow), undefined);
    },
    tick() {
      guarded('the plan of notifications', plan, undefined);
      guarded('the webhooks that show the present state', mirrors.tick, undefined);
      guarded('what is shown by MQTT', broker.tick, undefined);
      guarded('the webhooks of changes', ofChanges.tick, undefined);
      guarded('the outbox of notifications', watchOutbox, undefined);
    },
    heldBack: (occurrence) => heldBackOf(occurrence, notify),
    next: (occurrence) => nextOf(occurrence, notify, alerts.marksAt),
    async deliveries(occurrence, request) {
      await outbox.settled();
      const found = await file.find({ occurrence }, MAX_EXPLAINED, 0);
      return (isAdmin(request) ? found : found.map(withoutWords)).map(explained);
    },
    problems: joinedProblems(
      outbox.problems,
      failing.problems,
      failingChanges.problems,
      ofChanges.problems,
      createHoursProblems(destinations, clock),
    ),
    outgoing,
    seen(who) {
      const owner = ownerOf(who);
      if (owner !== undefined) browsers.seen(owner);
    },
    poster() {
      const { settings: own, secrets } = email.current();
      const opened = { settings: own, secrets, access: email.access };
      return own.enabled ? (letter) => postLetter(opened, service, letter, publicUrl()) : undefined;
    },
    parts: {
      notifications: settings.part,
      email: {
        read: () => ({ ...email.current().settings, ...email.current().secrets }),
        prepare: ({ password, clientSecret, refreshToken, ...given }) =>
          email.prepare({ settings: given, secrets: { password, clientSecret, refreshToken } }),
      },
      webhooks: { read: webhooks.all, prepare: webhooks.prepare },
      mqtt: broker.part,
    },
    routes(mount) {
      deliveryRoutes(mount, { outbox, store: file, isAdmin });
      recipientRoutes(mount, { notify, state, marked: alerts.marked, clock });
      webhookRoutes(mount, { isAdmin, webhooks, service, publicUrl, audited });
      emailRoutes(mount, { configuration: email, audited });
      settingsRoutes(mount, { settings, heartbeat, isAdmin, audited });
      const trials = {
        email: ({ config }: { config?: unknown }) => tryEmail({ configuration: email, service, publicUrl }, config),
        webhook: ({ webhookId }: { webhookId?: string | undefined }) =>
          tryStoredWebhook({ webhooks, service, publicUrl }, webhookId),
      };
      testRoute(mount, { trials, audited });
      pushBrowserRoutes(mount, { browsers, service, publicUrl, callerOf, audited });
      mqttRoutes(mount, { broker, audited });
    },
    start() {
      const review = (ended: readonly SessionOwner[] = []) => {
        const owners = ended.map(({ method, subject }) => `${method}:${subject}`);
        browsers.review(owners).catch((error) => onDefect(error, 'browsers of removed users'));
      };
      store.revocations.listen(review);
      forAll([() => review(), outbox.start, heartbeat.start, broker.start], (start) => start());
    },
    async stop() {
      heartbeat.stop();
      // at the same time: each waits for the far side
      const stops = await Promise.allSettled([mirrors.stop(), ofChanges.stop(), broker.stop(), outbox.stop()]);
      for (const stop of stops) if (stop.status === 'rejected') throw stop.reason;
    },
  };
}

/** The ends of alerts that the destinations still believe to be active, because the server stopped before it could send their end. */
async function endsOf(rows: readonly Notified[], find: Alerts['find']): Promise<ReadonlyMap<string, End>> {
  const ends = new Map<string, End>();
  for (const occurrence of new Set(rows.filter(({ endedAt }) => endedAt === undefined).map((row) => row.occurrence))) {
    const found = await find(occurrence);
    if (found?.id !== occurrence || found.resolvedAt === undefined) continue;
    const reason = ResolvedReason.safeParse(found.reason);
    // An older version has stored the last value of the alert again.
    const value = found.changes.findLast(({ kind }) => kind === 'resolved')?.value;
    const now =
      reason.data === 'recovered' && value !== undefined && value !== found.alert.value ? { value } : undefined;
    ends.set(occurrence, { alert: found.alert, at: found.resolvedAt, reason: reason.data, now });
  }
  return ends;
}

const MAX_EXPLAINED = 100;

const explained = ({ id, destination, kind, state, words, sentence, ...times }: Delivery): ExplainedDelivery => ({
  ...{ id, channel: destination.name, kind, state, at: times.lastAttemptAt ?? times.createdAt },
  success: state === 'sent',
  ...(words !== undefined && { words }),
  ...(sentence && { sentence }),
});
