// Where the links of a message lead: to the row of its alert, and to the page of the resource.
import { pathOfResource } from '@belfry/domain/alerts/place';
import { englishWords } from '@belfry/domain/sentences/words';
import type { Notice, NoticeAlert } from '../notice.ts';

/** Some services cut a longer one, and then it leads nowhere. */
const LONGEST = 500;

interface Linked {
  notice: Pick<Notice, 'kind' | 'alerts'>;
  /** Empty when it is not known: then there are no links. */
  publicUrl: string;
}

/** The row of the only alert; of several the page that lists them. One that has ended is in the history. */
export function alertPath({ kind, alerts }: Linked['notice']): string {
  const [first, ...others] = alerts;
  const page = kind === 'resolved' ? '/alerts/history' : '/alerts/overview';
  if (!first || others.length > 0 || kind === 'test') return page;
  return `${page}#${encodeURIComponent(kind === 'resolved' ? first.occurrence : first.alert.id)}`;
}

export function alertLink({ notice, publicUrl }: Linked): string | undefined {
  const link = linkTo(publicUrl, alertPath(notice));
  return link === undefined || link.length <= LONGEST ? link : link.replace(/#.*$/, '');
}

/** What that link is called. */
export const linkName = ({ kind, alerts, words = englishWords }: Pick<Notice, 'kind' | 'alerts' | 'words'>): string =>
  words.say({ id: alerts.length === 1 && kind !== 'test' ? 'link.alert' : 'link.alerts' });

/** The page of the resource of the only alert, and its name. Not every kind of resource has a page. */
export function resourceLink({ notice, publicUrl }: Linked): { name: string; url: string } | undefined {
  const [first, ...others] = notice.alerts;
  if (!first || others.length > 0 || notice.kind === 'test' || first.reason === 'gone') return undefined;
  const url = resourceUrl(first, publicUrl);
  return url === undefined ? undefined : { name: first.alert.resourceName, url };
}

/** The same for one of several alerts. */
export function resourceUrl({ alert }: NoticeAlert, publicUrl: string): string | undefined {
  const path = pathOfResource(alert);
  const url = path === undefined ? undefined : linkTo(publicUrl, path);
  return url !== undefined && url.length <= LONGEST ? url : undefined;
}

const linkTo = (publicUrl: string, path: string): string | undefined =>
  publicUrl === '' ? undefined : `${publicUrl.replace(/\/+$/, '')}${path}`;
