// What the alert says is old: nothing has been read about it for a while. A missing answer does not end it.
import type { Alert } from '@belfry/schema/entities/alert';
import { MINUTE_MS, useNow } from '../../lib/now.ts';
import { messages } from './messages.ts';
import { untilText } from './until.ts';

export function Unread({ alert: { metadata } }: { alert: Alert }) {
  const now = useNow(MINUTE_MS);
  const since = metadata?.unreadSince;
  return (
    since !== undefined && (
      <span className="text-mute">
        {' · '}
        {messages.unreadSince(untilText(since, now))}
      </span>
    )
  );
}
