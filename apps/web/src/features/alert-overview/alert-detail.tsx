// The details of an alert: its whole message, what it affects, why it fired and who was notified.

import type { Alert } from '@belfry/schema/entities/alert';
import { unbroken } from '../../lib/language/format.ts';
import { messageOf } from '../../lib/language/server-words.ts';
import { Button } from '../../ui/button.tsx';
import type { Act } from './columns.tsx';
import { ExplanationPanels } from './explanation.tsx';
import { messages } from './messages.ts';

export function AlertDetail({ alert, act }: { alert: Alert; act: Act | undefined }) {
  return (
    <div className="px-6 py-3 text-sm max-md:px-2">
      <p className="font-medium break-words">{unbroken(messageOf(alert))}</p>
      <Affects alert={alert} />
      <ExplanationPanels alert={alert} />
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

/** The resources that the alert explains. */
function Affects({ alert: { metadata } }: { alert: Alert }) {
  const { count = 0, resources = [] } = metadata?.affects ?? {};
  if (count === 0) return null;
  return (
    <section className="mt-2">
      <h2 className="text-mute">
        <b className="font-semibold text-soft">{messages.affects(count)}</b> {messages.affectsHint}
      </h2>
      <ul className="mt-1 grid grid-cols-[repeat(auto-fill,minmax(180px,1fr))] gap-x-4 gap-y-0.5">
        {resources.map(({ id, name }) => (
          <li key={id} className="truncate">
            {name}
          </li>
        ))}
        {count > resources.length && <li className="text-mute">{messages.andMore(count - resources.length)}</li>}
      </ul>
    </section>
  );
}
