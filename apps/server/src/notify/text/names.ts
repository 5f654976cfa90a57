// What the resources of a message are called. A phone shows nothing but the text, so it says on which host each of them is.
import type { ResourceKind } from '@belfry/domain/alerts/catalogue';
import { SHARED } from '@belfry/domain/ids';
import { englishWords, type Words } from '@belfry/domain/sentences/words';
import type { Alert } from '@belfry/schema/entities/alert';
import type { Notice, NoticeAlert } from '../notice.ts';

type Named = Pick<Alert, 'resourceId' | 'resourceName' | 'node' | 'instance' | 'metadata'>;

/** They are a host themselves, whatever their name is. */
const hosts: ReadonlySet<string> = new Set(['node', 'dockerHost', 'instance', 'server'] satisfies ResourceKind[]);

/** The host of a guest, a container or a storage; its instance if it has no host of its own. Empty for a host. */
function hostOf({ resourceName, node, instance, metadata }: Named): string {
  if (node === resourceName || hosts.has(metadata?.resourceType ?? '')) return '';
  const host = node === '' || node === SHARED ? instance : node;
  return host === resourceName ? '' : host;
}

function plainName(alert: Named, words: Words = englishWords): string {
  const [name, host] = [alert.resourceName, hostOf(alert)];
  return host === '' ? name : words.say({ id: 'alert.nameOn', values: { name, host } });
}

/** The names that several resources of a message share, although their hosts are named. */
const shared = new WeakMap<readonly NoticeAlert[], ReadonlySet<string>>();
function sharedIn(alerts: readonly NoticeAlert[]): ReadonlySet<string> {
  const known = shared.get(alerts);
  if (known) return known;
  const ids = new Map<string, string>();
  const found = new Set<string>();
  for (const { alert } of alerts) {
    const name = plainName(alert);
    if ((ids.get(name) ?? alert.resourceId) !== alert.resourceId) found.add(name);
    ids.set(name, alert.resourceId);
  }
  shared.set(alerts, found);
  return found;
}

const instanceIn = ({ alerts }: Pick<Notice, 'alerts'>, alert: Named): string =>
  sharedIn(alerts).has(plainName(alert)) && alert.instance !== '' ? ` (${alert.instance})` : '';

/** "web on host-a"; with the instance, "web on pve1 (home)", where another resource of the message has the same name and host. */
export const nameIn = (notice: Pick<Notice, 'alerts' | 'words'>, entry: NoticeAlert): string =>
  atSite(plainName(entry.alert, notice.words) + instanceIn(notice, entry.alert), entry, notice.words);

/** "web in the site Bern"; only the name for what this server watches itself. */
export const atSite = (name: string, { site }: Pick<NoticeAlert, 'site'>, words: Words = englishWords): string =>
  site === undefined ? name : words.say({ id: 'alert.nameAt', values: { name, site } });

/** "Bern, host-a: ", to stand before a sentence about the resource; empty where the sentence names the host and there is no site. */
export function placeBefore(sentence: string, notice: Pick<Notice, 'alerts'>, entry: NoticeAlert): string {
  const place = [entry.site ?? '', hostBefore(sentence, notice, entry)].filter(Boolean).join(', ');
  return place === '' ? '' : `${place}: `;
}

function hostBefore(sentence: string, notice: Pick<Notice, 'alerts'>, { alert }: NoticeAlert): string {
  const instance = instanceIn(notice, alert);
  const host = hostOf(alert);
  if (instance === '' && (host === '' || mentions(sentence, host))) return '';
  return `${host}${instance}`.trim();
}

/** As a whole word: `pve1` is not in "pve10". */
function mentions(sentence: string, name: string): boolean {
  for (let at = sentence.indexOf(name); at >= 0; at = sentence.indexOf(name, at + 1)) {
    const around = sentence.slice(at - 1, at) + sentence.slice(at + name.length, at + name.length + 1);
    if (!/[\p{L}\p{N}_-]/u.test(around)) return true;
  }
  return false;
}
