// The state of an alert: firing, acknowledged, or silenced.
import type { Alert } from '@belfry/schema/entities/alert';
import { BellOff, Check, Wrench } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatAgo } from '../../lib/language/format.ts';
import { MINUTE_MS, useNow } from '../../lib/now.ts';
import { hint } from '../../ui/hint.tsx';
import { messages } from './messages.ts';
import { untilText } from './until.ts';

const icon = { size: 12, className: 'shrink-0 text-mute', 'aria-hidden': true } as const;

export function State({ alert }: { alert: Alert }) {
  const now = useNow(MINUTE_MS);
  const { acknowledged, ackUser = '', ackTime, metadata } = alert;
  const { silenced, maintenance, flapping, cause } = metadata ?? {};
  const time = (iso: string) => untilText(iso, now);
  if (acknowledged)
    return (
      <Words
        icon={<Check {...icon} />}
        text={messages.acknowledged}
        more={messages.acknowledgedBy(ackUser, ackTime === undefined ? '' : formatAgo(Date.parse(ackTime), now))}
        moreSays
      />
    );
  if (silenced)
    return (
      <Words
        icon={<BellOff {...icon} />}
        text={messages.silencedUntil(time(silenced.until))}
        more={[silenced.by, silenced.reason].filter(Boolean).join(', ')}
      />
    );
  if (maintenance)
    return <Words icon={<Wrench {...icon} />} text={messages.maintenance(maintenance.name, time(maintenance.until))} />;
  return (
    <Words
      text={messages.firing}
      more={[flapping && messages.flapping, cause !== undefined && messages.explained].filter(Boolean).join(', ')}
      moreSays
    />
  );
}

interface WordsProps {
  icon?: ReactNode;
  text: string;
  more?: string;
  /** The icon or the heading of the group stands for the text where there is more to say: the column is narrow. */
  moreSays?: boolean;
}

function Words({ icon, text, more = '', moreSays = false }: WordsProps) {
  const isAlone = more === '';
  // On a phone the status stands beside the type, and the heading of the group names it as well.
  const alone = moreSays ? 'truncate max-md:sr-only' : 'truncate';
  const look = isAlone ? alone : moreSays ? 'sr-only' : 'shrink-0';
  return (
    <span className="flex min-w-0 items-center gap-1.5" {...hint(isAlone ? text : `${text} · ${more}`)}>
      {icon}
      <span className={look}>{text}</span>
      {!isAlone && <span className="min-w-6 truncate text-mute text-sm">{more}</span>}
    </span>
  );
}
