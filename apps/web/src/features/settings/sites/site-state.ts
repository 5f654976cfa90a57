// What a site does now, as a dot and words, and what is to be done next. Pure.
import type { SiteView } from '@belfry/schema/http/sites';
import { formatDecimal } from '../../../lib/language/format.ts';
import { messageOf } from '../../../lib/language/server-words.ts';
import { hourMinute } from '../../../lib/moment.ts';
import type { DotState } from '../../../ui/dot.tsx';
import { messages } from './messages.ts';

/** A clock that is further off is a problem: the alert about it has the same limit. */
const CLOCK_LIMIT_MS = 5_000;

export interface SiteState {
  dot: DotState;
  label: string;
  /** What is wrong, or what the setup still needs. */
  next?: string;
}

/** `now`: epoch milliseconds. */
export function stateOf(site: SiteView, now: number): SiteState {
  const label = messages.status[site.status];
  const hasHosts = site.instances.length > 0;
  if (site.waiting) return { dot: 'warn', label, next: messages.acceptNext };
  switch (site.status) {
    case 'new':
      return { dot: 'off', label, next: nextOfNew(site, now) };
    case 'waiting':
      return { dot: 'warn', label, next: messages.acceptNext };
    case 'revoked':
      return { dot: hasHosts ? 'crit' : 'off', label, next: hasHosts ? messages.revokedHosts : messages.revokedNext };
    case 'silent':
      if (site.refused) return { dot: 'crit', label: messages.refusedLabel, next: messageOf(site.refused) };
      return site.lastSeen === undefined
        ? { dot: 'warn', label: messages.unheard, next: messages.startNext }
        : { dot: 'crit', label, next: messages.silentNext };
    case 'connected': {
      const clock = clockProblem(site);
      if (clock !== undefined) return { dot: 'warn', label: messages.clockLabel, next: clock };
      if (site.refused) return { dot: 'warn', label: messages.notTakenLabel, next: messageOf(site.refused) };
      if (site.spoolFull) return { dot: 'warn', label: messages.spoolLabel, next: messages.spoolNext };
      if (site.changesDropped !== undefined)
        return { dot: 'warn', label, next: messages.changesDropped(site.changesDropped) };
      const words = site.catchingUp === undefined ? label : messages.catchingUp(site.catchingUp);
      return { dot: 'ok', label: words, ...(!hasHosts && { next: messages.hostsNext }) };
    }
  }
}

function nextOfNew({ expires }: SiteView, now: number): string {
  const at = expires === undefined ? undefined : Date.parse(expires);
  if (at === undefined) return messages.newNext;
  return at > now ? messages.joinNext(hourMinute(at)) : messages.expiredNext;
}

function clockProblem({ clockOffsetMs = 0 }: SiteView): string | undefined {
  if (Math.abs(clockOffsetMs) <= CLOCK_LIMIT_MS) return undefined;
  const seconds = formatDecimal(Math.abs(clockOffsetMs) / 1000, 1);
  return clockOffsetMs > 0 ? messages.clockAhead(seconds) : messages.clockBehind(seconds);
}

/** How far the clock of the collector is ahead, as "+31 ms" or "−8.4 s". */
export function clockText(offsetMs: number): string {
  const sign = offsetMs < 0 ? '−' : '+';
  const size = Math.abs(offsetMs);
  return size < 1000 ? `${sign}${size} ms` : `${sign}${formatDecimal(size / 1000, 1)} s`;
}

/** The command of the server, with the address that the user chose: `belfry collector join ADDRESS TOKEN …`. */
export const commandAt = (command: string, address: string): string =>
  command.replace(/^(belfry collector join )\S+/, (_, start: string) => start + address);

/** Starts the collector that the command has joined, from the same folder. */
export const runCommand = (command: string): string => {
  const folder = /--data-dir \S+/.exec(command)?.[0];
  return `belfry collector run${folder ? ` ${folder}` : ''}`;
};
