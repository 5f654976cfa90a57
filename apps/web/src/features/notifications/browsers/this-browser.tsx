// Whether this browser is notified, why it cannot be, and the button that changes it.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usePref } from '../../../lib/prefs.ts';
import { Button } from '../../../ui/button.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { BrowserDialog } from './browser-dialog.tsx';
import { messages } from './messages.ts';
import { browsers, ownIdPref, subscribed } from './queries.ts';
import { supportHere } from './support.ts';

export function ThisBrowser() {
  const { data: all = [] } = useQuery(browsers);
  const { data: hasSubscription = false } = useQuery(subscribed);
  const [ownId] = usePref(ownIdPref);
  const [adding, add] = useState(false);
  const support = supportHere();
  const isListed = all.some(({ id }) => id === ownId);
  if (isListed && hasSubscription)
    return (
      <Problem tone="ok" className="m-4">
        {messages.isNotified}
      </Problem>
    );
  const cannot = support !== 'asks' && support !== 'allowed';
  return (
    <Problem tone={cannot ? 'warn' : 'info'} className="m-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-64">
          {isListed && <span>{messages.ended} </span>}
          {messages.support[support]}
        </p>
        {!cannot && (
          <Button look="main" onClick={() => add(true)}>
            {messages.notify}
          </Button>
        )}
      </div>
      {adding && <BrowserDialog onClose={() => add(false)} />}
    </Problem>
  );
}
