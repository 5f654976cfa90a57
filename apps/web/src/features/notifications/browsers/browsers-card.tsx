import type { PushBrowser } from '@belfry/schema/notifications/push';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { saveOnto } from '../../../api/save.ts';
import { serverWords } from '../../../lib/language/server-words.ts';
import { useMay } from '../../../lib/may.ts';
import { usePref } from '../../../lib/prefs.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Card, CardSkeleton } from '../../../ui/card.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { ShortTable, type TextColumn } from '../../../ui/table/short-table.tsx';
import { toast } from '../../../ui/toast.ts';
import { GetsCell } from '../destinations/gets-cell.tsx';
import { LastDelivery } from '../destinations/last-delivery.tsx';
import { BrowserDialog } from './browser-dialog.tsx';
import { messages } from './messages.ts';
import { browsers, changeable, ownIdPref, readBrowser, saveBrowser, subscribed } from './queries.ts';
import { ownSubscription } from './subscription.ts';
import { ThisBrowser } from './this-browser.tsx';

export function BrowsersCard() {
  const { data, error } = useQuery(browsers);
  if (error && !data) return <Problem>{messages.loadFailed(error.message)}</Problem>;
  if (!data) return <CardSkeleton />;
  return (
    <Card flush title={messages.title} hint={messages.count(data.filter(({ enabled }) => enabled).length)}>
      <ThisBrowser />
      {data.length > 0 && <BrowserTable browsers={data} />}
      <p className="border-t border-line-soft px-4 py-2.5 text-sm text-mute">{messages.about}</p>
    </Card>
  );
}

function BrowserTable({ browsers: all }: { browsers: readonly PushBrowser[] }) {
  const queries = useQueryClient();
  const seesAll = useMay('configure');
  const [ownId] = usePref(ownIdPref);
  const [editing, edit] = useState<PushBrowser>();
  const [removing, remove] = useState<PushBrowser>();
  const { mutate: enable } = useMutation({
    mutationFn: ({ id, enabled }: PushBrowser) =>
      saveOnto(
        () => readBrowser(id),
        (present, based) => saveBrowser(id, { ...changeable(present), enabled: !enabled }, based),
      ),
    onError: (error) => toast('error', messages.updateFailed, { message: error.message }),
    onSettled: () => queries.invalidateQueries({ queryKey: browsers.queryKey }),
  });
  const columns: TextColumn<PushBrowser>[] = [
    {
      head: () => messages.heads.name,
      cell: (browser) => (
        <span className="flex items-center gap-2">
          <Switch
            label={<span className="sr-only">{messages.isEnabled(browser.name)}</span>}
            checked={browser.enabled}
            onChange={() => enable(browser)}
          />
          <span className="min-w-0">
            <b className={`font-medium break-words ${browser.enabled ? '' : 'text-mute'}`}>{browser.name}</b>{' '}
            {browser.id === ownId && <Chip>{messages.here}</Chip>}
            <span className="block text-sm break-all text-mute">{messages.via(browser.service)}</span>
          </span>
        </span>
      ),
    },
    ...(seesAll ? [{ head: () => messages.heads.user, cell: ({ user }: PushBrowser) => user }] : []),
    { head: () => messages.heads.gets, cell: (browser) => <GetsCell {...browser} /> },
    { head: () => messages.heads.last, cell: (browser) => <Tested browser={browser} /> },
  ];
  return (
    <>
      <ShortTable
        label={messages.list}
        rows={all}
        columns={columns}
        keyOf={({ id }) => id}
        action={(browser) => (
          <span className="inline-flex">
            <IconButton label={messages.edit(browser.name)} onClick={() => edit(browser)}>
              <Pencil size={14} />
            </IconButton>
            <IconButton label={messages.remove(browser.name)} onClick={() => remove(browser)}>
              <Trash2 size={14} />
            </IconButton>
          </span>
        )}
      />
      {editing && (
        <BrowserDialog browser={all.find(({ id }) => id === editing.id) ?? editing} onClose={() => edit(undefined)} />
      )}
      {removing && <Removal browser={removing} isHere={removing.id === ownId} onClose={() => remove(undefined)} />}
    </>
  );
}

/** The last delivery, and below it the answer of a test. */
function Tested({ browser: { id, name, enabled } }: { browser: PushBrowser }) {
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: () => call('POST /api/notifications/push/:id/test', { params: { id } }),
  });
  const answer = data && serverWords(data.sentence, data.response);
  const failure = error?.message ?? (data?.success === false ? answer : undefined);
  return (
    <span className="flex flex-wrap items-start gap-x-3 gap-y-1">
      <span className="min-w-0 flex-1 basis-40">
        <LastDelivery id={`push:${id}`} enabled={enabled} />
        {(data || error) && (
          <span role="status" className={`mt-1 block text-sm break-words ${failure ? 'text-crit' : 'text-soft'}`}>
            {[data?.status, failure ?? answer].filter(Boolean).join(' ')}
          </span>
        )}
      </span>
      <Button
        look="framed"
        aria-label={messages.testOf(name)}
        disabled={isPending || !enabled}
        onClick={() => mutate()}
      >
        {messages.test}
      </Button>
    </span>
  );
}

interface RemovalProps {
  browser: PushBrowser;
  isHere: boolean;
  onClose(): void;
}

function Removal({ browser: { id, name }, isHere, onClose }: RemovalProps) {
  const queries = useQueryClient();
  return (
    <Confirm
      title={messages.removeTitle(name)}
      action={messages.removeAction}
      onConfirm={async () => {
        await call('DELETE /api/notifications/push/:id', { params: { id } });
        if (isHere) await (await ownSubscription())?.unsubscribe();
        toast('success', messages.removed);
        await Promise.all([browsers, subscribed].map(({ queryKey }) => queries.invalidateQueries({ queryKey })));
      }}
      onClose={onClose}
    >
      {messages.removeText}
    </Confirm>
  );
}
