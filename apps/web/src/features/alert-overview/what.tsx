// The type of the alert, what is wrong in short, and how many resources it affects.

import { consequencesOf } from '@belfry/domain/alerts/consequences';
import type { Alert } from '@belfry/schema/entities/alert';
import { unbroken } from '../../lib/language/format.ts';
import { messageOf } from '../../lib/language/server-words.ts';
import { shortMessage } from '../../ui/alerts/short-message.ts';
import { typePrefix } from '../../ui/alerts/type-prefix.ts';
import { hint } from '../../ui/hint.tsx';
import { messages } from './messages.ts';

export function What({ alert }: { alert: Alert }) {
  const harm = consequencesOf(alert);
  const message = shortMessage(alert);
  const type = typePrefix(alert.type, message);
  return (
    // The type is whole or not there: where both do not fit, it is in a second line, which is not seen. The text begins at the left.
    <span
      className="flex h-[1lh] min-w-0 flex-row-reverse flex-wrap justify-end gap-x-1.5 overflow-hidden"
      {...hint(type === '' ? messageOf(alert) : messages.typed(type, messageOf(alert)))}
    >
      {/* on a phone it stands beside the state */}
      {type !== '' && (
        <span className="order-2 max-w-full truncate font-medium max-md:hidden">{messages.typed(type, '')}</span>
      )}
      <span className="order-1 max-w-full truncate">
        {unbroken(message)}
        {harm && (
          <span className="text-mute">
            {' · '}
            {harm.kind === 'ran' ? messages.affectsGuests(harm.count) : messages.affectsInRow(harm.count)}
          </span>
        )}
      </span>
    </span>
  );
}
