// One row of the card: a destination and its state.
import type { MqttState } from '@belfry/schema/notifications/mqtt';
import type { NotificationSettings } from '@belfry/schema/notifications/settings';
import type { Webhook } from '@belfry/schema/notifications/webhook';
import { formatAgo } from '../../../lib/language/format.ts';
import type { DotState } from '../../../ui/dot.tsx';
import { messages } from './messages.ts';
import type { Relay } from './relay-form.ts';

export type Way =
  | { kind: 'relay'; service: Relay; webhook: Webhook }
  | { kind: 'mqtt'; state: MqttState }
  | { kind: 'heartbeat'; settings: NotificationSettings };

export interface Health {
  dot: DotState;
  title: string;
  detail?: string;
}

export const keyOf = (way: Way): string => (way.kind === 'relay' ? `webhook:${way.webhook.id}` : way.kind);
export const nameOf = (way: Way): string => (way.kind === 'relay' ? way.webhook.name : messages.names[way.kind]);

export function isEnabled(way: Way): boolean {
  if (way.kind === 'relay') return way.webhook.enabled;
  return way.kind === 'mqtt' ? way.state.enabled : way.settings.heartbeat.enabled;
}

/** Whether it has what it needs to be switched on. */
export function isConfigured(way: Way): boolean {
  if (way.kind === 'relay') return true;
  return (way.kind === 'mqtt' ? way.state.host : way.settings.heartbeat.url) !== '';
}

export function mqttHealth({ enabled, host, connected, problem }: MqttState): Health {
  const { states } = messages;
  if (!enabled) return { dot: 'off', title: host === '' ? states.none : states.off };
  if (problem !== undefined) return { dot: 'crit', title: problem };
  return connected ? { dot: 'ok', title: states.connected } : { dot: 'wait', title: states.connecting };
}

/** `sentAt` ISO, `now` epoch ms. */
export function heartbeatHealth(
  { heartbeat: { enabled, url } }: NotificationSettings,
  { sentAt, problem }: { sentAt?: string | undefined; problem?: string | undefined },
  now: number,
): Health {
  const { states } = messages;
  const sent = sentAt === undefined ? undefined : formatAgo(Date.parse(sentAt), now);
  if (!enabled) return { dot: 'off', title: url === '' ? states.none : states.off };
  if (problem !== undefined)
    return {
      dot: 'crit',
      title: problem,
      detail: sent === undefined ? states.notSent : states.sentBefore(sent),
    };
  return sent === undefined ? { dot: 'wait', title: states.waits } : { dot: 'ok', title: states.sent(sent) };
}

/** `problem`: what the server says after ten minutes without success, or when something was left out. */
export function mirrorHealth({ enabled, service }: Webhook, problem: string | undefined): Health {
  const { states } = messages;
  if (!enabled) return { dot: 'off', title: states.off };
  return problem === undefined
    ? { dot: 'ok', title: service === 'journal' ? states.follows : states.shown }
    : { dot: 'crit', title: problem };
}
