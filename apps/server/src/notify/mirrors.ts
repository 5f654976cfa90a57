// Keeps the services up to date that show the present state: at each change, and every minute.
import type { Webhook } from '@belfry/schema/notifications/webhook';
import type { OnDefect } from '../lib/defects.ts';
import { forAll } from '../lib/for-all.ts';
import { bareView } from './bare.ts';
import { type Destinations, webhookDestinationId } from './destination.ts';
import type { KnownChanges } from './known-changes.ts';
import type { Mirror, MirrorView, ServiceDeps } from './notifier.ts';
import type { AlertsUpdate } from './notify.ts';
import type { Failing } from './outbox/failing.ts';
import type { End } from './plan/situation.ts';
import { mirrorService } from './services/registry.ts';
import { wordsOfLanguage } from './speaking.ts';

const REPEAT_MS = 60_000;
const RETRY_MS = 10_000;
/** The end of an alert is shown again for this long, so that a mirror that was not reachable gets it too. */
const ENDED_MS = 300_000;
const MAX_ENDED = 5000;

export interface MirrorsDeps {
  targets: Pick<Destinations, 'onChange'> & { mirrored(): readonly Webhook[] };
  service: ServiceDeps;
  publicUrl(): string;
  /** The name of the site of an alert. */
  siteOf?: MirrorView['siteOf'];
  /** The last change before each alert. */
  changes?: KnownChanges;
  /** A mirror that cannot be reached for ten minutes becomes a problem of the server. */
  failing: Pick<Failing, 'failed' | 'succeeded' | 'forget'>;
  onDefect: OnDefect;
}

/** Times are on the monotonic clock. */
interface Target {
  webhook: Webhook;
  mirror: Promise<Mirror> | undefined;
  /** When it is shown next; a change makes it now. */
  dueAt: number;
  running: Promise<void> | undefined;
  isFailing: boolean;
}

export function createMirrors({ targets, service, publicUrl, siteOf, changes, failing, onDefect }: MirrorsDeps) {
  const { clock, log } = service;
  const stopped = new AbortController();
  let list: Target[] = [];
  let active: AlertsUpdate['active'] = [];
  let isUpdated = false;
  const ended = new Map<string, { end: End; since: number }>();

  async function close({ mirror }: Target): Promise<void> {
    try {
      await (await mirror)?.close();
    } catch (error) {
      log.warn({ error }, 'a mirror was not closed well');
    }
  }
  function follow(): void {
    const known = new Map(list.map((target) => [target.webhook, target]));
    list = targets
      .mirrored()
      .filter(({ enabled }) => enabled)
      .map(
        (webhook) =>
          known.get(webhook) ?? { webhook, mirror: undefined, dueAt: 0, running: undefined, isFailing: false },
      );
    for (const target of known.values()) {
      if (list.includes(target)) continue;
      failing.forget(webhookDestinationId(target.webhook));
      void close(target);
    }
  }
  follow();
  targets.onChange(follow);

  async function show(target: Target): Promise<void> {
    const { webhook } = target;
    const settings = mirrorService(webhook.service);
    if (!settings) return;
    const words = await wordsOfLanguage(webhook.language);
    const shown = active;
    await changes?.find(shown);
    const view: MirrorView = {
      active: shown,
      changeOf: changes?.of,
      ended: [...ended.values()].map(({ end }) => end),
      publicUrl: publicUrl(),
      ...{ siteOf, words },
    };
    target.mirror ??= Promise.resolve(settings.open(webhook, service));
    const mirror = await target.mirror;
    const result = await mirror.show(view, stopped.signal).catch((error: unknown) => {
      if (stopped.signal.aborted) throw error;
      onDefect(error, 'a webhook that shows the present state');
      return mirror.show(bareView(view), stopped.signal);
    });
    if (!result.ok) target.dueAt = Math.min(target.dueAt, clock.monotonic() + RETRY_MS);
    target.isFailing = !result.ok;
    if (stopped.signal.aborted || !list.includes(target)) return;
    const id = webhookDestinationId(webhook);
    if (result.ok) failing.succeeded(id);
    else failing.failed({ id, name: webhook.name }, result.words);
  }

  return {
    update(alerts: AlertsUpdate) {
      const now = clock.monotonic();
      for (const [occurrence, end] of alerts.ended) ended.set(occurrence, { end, since: now });
      if (alerts.active === active && alerts.ended.size === 0 && isUpdated) return;
      isUpdated = true;
      active = alerts.active;
      for (const target of list) if (!target.isFailing) target.dueAt = 0;
    },
    /** Once a second. */
    tick() {
      // Before the first time nobody knows which alerts are active.
      if (!isUpdated) return;
      const now = clock.monotonic();
      for (const [occurrence, { since }] of ended) {
        if (now - since < ENDED_MS && ended.size <= MAX_ENDED) break;
        ended.delete(occurrence);
      }
      forAll(list, (target) => {
        if (target.running || now < target.dueAt) return;
        target.dueAt = now + REPEAT_MS;
        target.running = show(target)
          .catch((error: unknown) => {
            onDefect(error, 'a webhook that shows the present state');
            target.mirror = undefined;
            target.isFailing = true;
            target.dueAt = clock.monotonic() + RETRY_MS;
            failing.failed({ id: webhookDestinationId(target.webhook), name: target.webhook.name }, String(error));
          })
          .finally(() => {
            target.running = undefined;
          });
      });
    },
    async stop() {
      stopped.abort();
      await Promise.all(list.flatMap(({ running }) => running ?? []));
      await Promise.all(list.map(close));
    },
  };
}
