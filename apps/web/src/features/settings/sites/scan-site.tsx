// Looks for hosts in the network of a site, with its collector. What it finds leads to the form of a new host.
import { SCAN_ANSWER_MS } from '@belfry/schema/collect/protocol';
import { kinds } from '@belfry/schema/config/kinds';
import type { SiteView } from '@belfry/schema/http/sites';
import type { DiscoveredServer } from '@belfry/schema/messages/discovery';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../api/client.ts';
import { useSubmit } from '../../../api/use-submit.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { messages } from './messages.ts';

/** More links are no list that a person reads. */
const MOST = 200;

export function ScanSite({ site: { id, name }, onClose }: { site: SiteView; onClose(): void }) {
  const [subnet, setSubnet] = useState('');
  const left = useRef(new AbortController());
  useEffect(() => {
    const own = new AbortController();
    left.current = own;
    return () => own.abort();
  }, []);
  const { submit, sending, errors, failure, reply, typed } = useSubmit({
    send: (text: string) =>
      call('POST /api/sites/:id/scan', {
        ...{ params: { id }, body: { subnet: text.trim() } },
        ...{ signal: left.current.signal, answerMs: SCAN_ANSWER_MS },
      }),
  });
  return (
    <Dialog careful title={messages.scanOf(name)} onClose={onClose}>
      <DialogForm
        action={messages.scan}
        incomplete={sending}
        onSubmit={() => sending || submit(subnet)}
        onCancel={onClose}
      >
        <p className="text-sm text-soft">{messages.scanText}</p>
        <TextField
          label={messages.subnet}
          hint={messages.subnetHint}
          name="subnet"
          value={subnet}
          error={errors.subnet}
          maxLength={255}
          autoComplete="off"
          spellCheck={false}
          autoFocus
          mono
          onChange={(event) => {
            setSubnet(event.currentTarget.value);
            typed('subnet');
          }}
        />
        {sending && (
          <p role="status" className="text-sm text-mute">
            {messages.scanning}
          </p>
        )}
        {!sending && failure && <Problem>{failure.message}</Problem>}
        {!sending && reply && <Found site={id} {...reply} />}
      </DialogForm>
    </Dialog>
  );
}

interface FoundProps {
  site: string;
  servers: readonly DiscoveredServer[];
  errors: readonly string[];
}

function Found({ site, servers, errors }: FoundProps) {
  const shown = servers.slice(0, MOST);
  return (
    <div role="status" className="flex flex-col gap-2 text-sm">
      <p>{servers.length === 0 ? messages.foundNone : messages.foundSome(servers.length)}</p>
      <ul className="flex flex-col gap-1.5">
        {shown.map((found) => (
          <li key={`${found.type} ${found.ip} ${found.port}`} className="flex min-w-0 flex-wrap items-baseline gap-x-3">
            <Link
              to="/settings/$kind"
              params={{ kind: found.type }}
              search={{ add: 'yes', site }}
              state={{ found }}
              className="font-medium text-brand wrap-anywhere hover:underline max-md:py-2.5"
            >
              <bdi>{found.hostname || found.ip}</bdi>
            </Link>
            <span className="font-mono text-xs text-soft">
              {found.ip}:{found.port}
            </span>
            <span className="text-mute">
              {/* Most hosts tell their version only after a sign-in. */}
              {kinds[found.type].label} {found.version !== 'Unknown' && found.version}
            </span>
          </li>
        ))}
      </ul>
      {servers.length > MOST && <p className="text-mute">{messages.foundMore(servers.length - MOST)}</p>}
      {errors.length > 0 && (
        <Problem tone="warn">
          <p className="font-medium">{messages.scanIssues}</p>
          <ul className="list-disc pl-4">
            {errors.map((error) => (
              <li key={error} className="wrap-anywhere">
                {error}
              </li>
            ))}
          </ul>
        </Problem>
      )}
    </div>
  );
}
