// One configured place to which messages go: the e-mail settings, one webhook, one subscription of a browser.
import type { LanguageTag } from '@belfry/schema/languages/languages';
import type { Routing } from '@belfry/schema/notifications/routing';
import type { StandIn } from '@belfry/schema/notifications/stand-in';

/** The group that a level of an escalation names. */
export type Channel = 'email' | 'webhook' | 'push';

export interface Destination {
  /** `email`, `webhook:ID`, `push:ID`. */
  id: string;
  channel: Channel;
  /** Its key in services/registry.ts. */
  service: string;
  name: string;
  enabled: boolean;
  routing: Routing;
  /** Whether the destination gets a message when an alert ends. */
  resolutions: boolean;
  /** Where its messages go while it fails. */
  standIn?: StandIn | null;
  language?: LanguageTag;
  /** Messages per minute, where an administrator allows fewer than the service does. */
  perMinute?: number;
  /** Parsed by the service. */
  settings: unknown;
}

/**
 * All destinations, also disabled ones. A destination that did not change is the same object. Mirrors (services that show the
 * present state, such as MQTT) are not among them: they get no notices.
 */
export interface Destinations {
  list(): readonly Destination[];
  onChange(listener: () => void): void;
}

/** The destinations of several features as one list. */
export function joined(...parts: readonly Destinations[]): Destinations {
  return {
    list: () => parts.flatMap((part) => part.list()),
    onChange(listener) {
      for (const part of parts) part.onChange(listener);
    },
  };
}

/** The id of a webhook among all destinations. */
export const webhookDestinationId = ({ id }: { id: string }): string => `webhook:${id}`;
