// The command for a collector, and how far the collector has come: it follows by itself.
import type { Invitation } from '@belfry/schema/http/sites';
import { Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useServerAddress } from '../../../api/server-address.ts';
import { useAwaitedSite } from '../../../api/sites.ts';
import { hourMinute } from '../../../lib/moment.ts';
import { useNow } from '../../../lib/now.ts';
import { AddressField } from '../../../ui/address/address-field.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { DialogBody, DialogFoot } from '../../../ui/dialog.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { Command } from '../docker/command.tsx';
import type { Accept } from './accept-choice.tsx';
import { useAccepting } from './accept-collector.tsx';
import { Fingerprint } from './fingerprint.tsx';
import { type Stage, stageOf } from './joining.ts';
import { messages } from './messages.ts';
import { commandAt, runCommand } from './site-state.ts';

interface InvitedProps {
  invitation: Invitation;
  name: string;
  accept: Accept;
  /** The fingerprint of the collector that the site had before. */
  before: string | undefined;
  onClose(): void;
}

export function Invited({ invitation, name, accept, before, onClose }: InvitedProps) {
  const { id, command, expires } = invitation;
  const server = useServerAddress();
  const site = useAwaitedSite(id);
  const [accepted, setAccepted] = useState<string>();
  const accepting = useAccepting(id, () => setAccepted(site?.fingerprint));
  const stage = stageOf(site, { accept, before, expires, accepted }, useNow());
  const hasJoined = stage !== 'awaited' && stage !== 'expired';
  const isAccepted = stage === 'joined' || stage === 'connected';
  const join = commandAt(command, server.address);
  const run = runCommand(command);
  return (
    <>
      <DialogBody>
        <ol className="flex flex-col gap-5">
          <Step number={1} done={hasJoined} title={messages.stepJoin}>
            {!hasJoined && (
              <>
                <AddressField {...server} />
                <Command text={join}>
                  <CopyButton text={join} what={messages.joinCommand} autoFocus />
                </Command>
                <p className="text-sm text-mute">{messages.joinHint(hourMinute(Date.parse(expires)))}</p>
              </>
            )}
          </Step>
          {accept === 'person' && (
            <Step number={2} done={isAccepted} title={messages.stepAccept}>
              {stage === 'compare' && (
                <>
                  <Fingerprint value={site?.fingerprint ?? ''} />
                  {accepting.error && <Problem>{accepting.error.message}</Problem>}
                  <Button
                    look="main"
                    className="self-start"
                    disabled={accepting.isPending}
                    onClick={() => accepting.mutate(site?.fingerprint ?? '')}
                  >
                    {messages.accept}
                  </Button>
                </>
              )}
            </Step>
          )}
          <Step number={accept === 'person' ? 3 : 2} done={stage === 'connected'} title={messages.stepRun}>
            {stage !== 'connected' && (
              <>
                <Command text={run}>
                  <CopyButton text={run} what={messages.runCommand} />
                </Command>
                <p className="text-sm text-mute">{messages.runHint}</p>
              </>
            )}
          </Step>
        </ol>
        <Reached stage={stage} name={name} />
      </DialogBody>
      <DialogFoot>
        {stage === 'connected' && (
          <Link
            to="/settings/$kind"
            params={{ kind: 'pve' }}
            search={{ add: 'yes', site: id }}
            className="inline-flex h-8 items-center rounded-md border border-line bg-panel px-3 text-sm font-medium hover:bg-hover max-md:h-10"
          >
            {messages.addHost}
          </Link>
        )}
        <Button look={stage === 'connected' ? 'main' : 'framed'} onClick={onClose}>
          {stage === 'connected' ? messages.done : messages.close}
        </Button>
      </DialogFoot>
    </>
  );
}

interface StepProps {
  number: number;
  done: boolean;
  title: string;
  children: ReactNode;
}

const Step = ({ number, done, title, children }: StepProps) => (
  <li className="flex gap-3">
    <span
      aria-hidden
      className="mt-px flex size-5 shrink-0 items-center justify-center rounded-full border border-line text-xs font-semibold text-soft tabular-nums"
    >
      {done ? <Check size={12} /> : number}
    </span>
    <div className="flex min-w-0 flex-1 flex-col gap-2.5">
      <h3 className={`font-semibold ${done ? 'text-mute' : ''}`}>{title}</h3>
      {children}
    </div>
  </li>
);

const tones = { awaited: 'info', expired: 'warn', compare: 'info', joined: 'info', connected: 'ok' } as const;

function Reached({ stage, name }: { stage: Stage; name: string }) {
  const text: Record<Stage, string> = {
    awaited: messages.awaited,
    expired: messages.expired,
    compare: messages.acceptNext,
    joined: messages.joined,
    connected: messages.connected(name),
  };
  return (
    <Problem tone={tones[stage]} className="mt-5">
      {text[stage]}
    </Problem>
  );
}
