// The details of an alert: its whole message, what it affects, why it fired and who was notified.

import { ruledId } from '@belfry/domain/alerts/ruled';
import type { Alert } from '@belfry/schema/entities/alert';
import { WhyNot } from '../../alert-config/why/why-not.tsx';
import { unbroken } from '../../lib/language/format.ts';
import { messageOf } from '../../lib/language/server-words.ts';
import { withoutStop } from '../../lib/language/without-stop.ts';
import { Button } from '../../ui/button.tsx';
import { Affects } from './affects.tsx';
import { ChangeBefore } from './change-before.tsx';
import type { Act } from './columns.tsx';
import { ExplanationPanels } from './explanation.tsx';
import { FullSoon } from './full-soon.tsx';
import { messages } from './messages.ts';
import { Unread } from './unread.tsx';
import { Ways } from './ways.tsx';

export function AlertDetail({ alert, act }: { alert: Alert; act: Act | undefined }) {
  const asked = ruledId(alert);
  return (
    <div className="px-6 py-3 text-sm max-md:px-2">
      <p className="font-medium break-words">
        {unbroken(alert.metadata?.unreadSince ? withoutStop(messageOf(alert)) : messageOf(alert))}
        <Unread alert={alert} />
      </p>
      <FullSoon alert={alert} />
      <ChangeBefore alert={alert} />
      <Ways alert={alert} />
      <Affects alert={alert} />
      <ExplanationPanels alert={alert} />
      {asked !== undefined && <WhyNot resource={asked} name={alert.resourceName} but={alert.id} />}
      {act && (
        <div className="flex gap-2 pb-2 md:hidden">
          {alert.metadata?.silenced ? (
            <Button look="framed" onClick={() => act('undo', alert)}>
              {messages.silence.end}
            </Button>
          ) : (
            <Button look="framed" onClick={() => act('silence', alert)}>
              {messages.silence.silence}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
