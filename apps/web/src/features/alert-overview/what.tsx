// The type of the alert, what is wrong in short, and how many resources it affects.

import { consequencesOf } from '@belfry/domain/alerts/consequences';
import type { Alert } from '@belfry/schema/entities/alert';
import { unbroken } from '../../lib/language/format.ts';
import { messageOf } from '../../lib/language/server-words.ts';
import { withoutStop } from '../../lib/language/without-stop.ts';
import { shortMessage } from '../../ui/alerts/short-message.ts';
import { typePrefix } from '../../ui/alerts/type-prefix.ts';
import { hint } from '../../ui/hint.tsx';
import { messages } from './messages.ts';
import { Unread } from './unread.tsx';

export function What({ alert }: { alert: Alert }) {
  const harm = consequencesOf(alert);
  const message = shortMessage(alert);
  const type = typePrefix(alert.type, message, message !== messageOf(alert));
  return (
    // The type is whole, and the message has what is left; the hint has all of it. In a narrow window, often that of a device without a
    // pointer, the message is whole too.
    <span
      className="flex min-w-0 gap-x-1.5 overflow-hidden max-lg:block max-lg:wrap-anywhere"
      {...hint(type === '' ? messageOf(alert) : messages.typed(type, messageOf(alert)))}
    >
      {/* on a phone it stands beside the state */}
      {type !== '' && (
        <span className="max-w-full shrink-0 truncate font-medium max-md:hidden max-lg:inline">
          {messages.typed(type, '')}
        </span>
      )}{' '}
      <span className="min-w-0 truncate max-lg:inline max-lg:whitespace-normal">
        {unbroken(harm || alert.metadata?.unreadSince ? withoutStop(message) : message)}
        <Unread alert={alert} />
        {harm && (
          <span className="text-mute">
            {' · '}
            {harm.kind === 'ran' ? messages.affectsGuests(harm.count, harm.unknown) : messages.affectsInRow(harm.count)}
          </span>
        )}
      </span>
    </span>
  );
}
