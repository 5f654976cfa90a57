// The names and sentences of a message, as every service may show them: what a host called its resources is one line of text.
import { oneLine } from '@belfry/schema/one-line';
import type { NoticeAlert } from '../notice.ts';

/** Its ids stay as they are: they link the end of an alert to its start. */
export function inOneLine(entry: NoticeAlert): NoticeAlert {
  const { alert, now, site } = entry;
  const { metadata } = alert;
  const affects = metadata?.affects;
  return {
    ...entry,
    ...(site !== undefined && { site: oneLine(site) }),
    ...(now?.message !== undefined && { now: { ...now, message: oneLine(now.message) } }),
    alert: {
      ...alert,
      resourceName: oneLine(alert.resourceName),
      node: oneLine(alert.node),
      instance: oneLine(alert.instance),
      message: oneLine(alert.message),
      ...(affects && {
        metadata: {
          ...metadata,
          affects: { ...affects, resources: affects.resources.map((each) => ({ ...each, name: oneLine(each.name) })) },
        },
      }),
    },
  };
}
