// What is wrong, in short, and how many resources it affects.

import type { Alert } from '@belfry/schema/entities/alert';
import { unbroken } from '../../lib/language/format.ts';
import { messageOf } from '../../lib/language/server-words.ts';
import { shortMessage } from '../../ui/alerts/short-message.ts';
import { hint } from '../../ui/hint.tsx';
import { messages } from './messages.ts';

export function What({ alert }: { alert: Alert }) {
  const { count = 0 } = alert.metadata?.affects ?? {};
  return (
    <span {...hint(messageOf(alert))}>
      {unbroken(shortMessage(alert))}
      {count > 0 && <span className="text-mute"> · {messages.affectsInRow(count)}</span>}
    </span>
  );
}
