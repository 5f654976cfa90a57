// A site: its state, its collector, its hosts, and what it needs next.
import type { SiteLine, SiteView } from '@belfry/schema/http/sites';
import { Link } from '@tanstack/react-router';
import { Pencil, Radar, ShieldOff, Terminal, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatBytes, NONE } from '../../../lib/language/format.ts';
import { useMay } from '../../../lib/may.ts';
import { useNow } from '../../../lib/now.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dot } from '../../../ui/dot.tsx';
import { hint } from '../../../ui/hint.tsx';
import { Command } from '../docker/command.tsx';
import { Ago } from './ago.tsx';
import { messages } from './messages.ts';
import { SiteHosts } from './site-hosts.tsx';
import { clockText, type SiteState, stateOf } from './site-state.ts';

export type Deed = 'invite' | 'accept' | 'scan' | 'rename' | 'revoke' | 'remove';

interface SiteRowProps {
  site: SiteView;
  onDeed(deed: Deed): void;
}

const ACTION = 'max-md:size-11';
const words = { ok: 'text-soft', warn: 'font-medium text-warn', crit: 'font-medium text-crit' };
const wordsOf = (dot: SiteState['dot']) => (dot === 'warn' || dot === 'crit' ? words[dot] : words.ok);

export function SiteRow({ site, onDeed }: SiteRowProps) {
  const { name, status } = site;
  const mayConfigure = useMay('configure');
  const { dot, label, next } = stateOf(site, useNow());
  const hasCollector = status !== 'new' && status !== 'revoked';
  const button = (deed: Deed, text: string, icon: ReactNode) => (
    <IconButton label={text} className={ACTION} onClick={() => onDeed(deed)}>
      {icon}
    </IconButton>
  );
  return (
    <li className="flex min-w-0 flex-col gap-2 p-3.5">
      <div className="flex items-start gap-2.5">
        <span className="mt-[5px] flex">
          <Dot state={dot} label="" />
        </span>
        <div className="min-w-0 flex-1">
          <h3 className="font-semibold wrap-anywhere">
            <bdi>{name}</bdi>
          </h3>
          <p className={`text-sm ${wordsOf(dot)}`}>{label}</p>
        </div>
        {mayConfigure && (
          <div className="-mt-1 -mr-1.5 flex">
            {status === 'connected' && button('scan', messages.scanOf(name), <Radar size={15} />)}
            {button('invite', messages.newCommandFor(name), <Terminal size={15} />)}
            {button('rename', messages.rename(name), <Pencil size={14} />)}
            {hasCollector && button('revoke', messages.revokeOf(name), <ShieldOff size={14} />)}
            {button('remove', messages.remove(name), <Trash2 size={14} />)}
          </div>
        )}
      </div>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-1.5 pl-[18px] text-sm md:grid-cols-4 xl:grid-cols-[repeat(6,minmax(0,auto))_minmax(0,1fr)] xl:justify-start">
        <Fact name={messages.lastSeen}>{site.lastSeen === undefined ? NONE : <Ago iso={site.lastSeen} />}</Fact>
        <Fact name={messages.version}>{site.version ?? NONE}</Fact>
        <Fact name={messages.clock}>{site.clockOffsetMs === undefined ? NONE : clockText(site.clockOffsetMs)}</Fact>
        <Fact name={messages.spool}>{site.spoolBytes === undefined ? NONE : formatBytes(site.spoolBytes)}</Fact>
        <Fact name={messages.line}>{site.line ? <LineFigures line={site.line} /> : NONE}</Fact>
        <Fact name={messages.calls}>{site.line ? messages.callsPerMinute(site.line.callsPerMinute) : NONE}</Fact>
        <Fact name={messages.hosts}>
          <SiteHosts site={site} />
        </Fact>
      </dl>
      {site.dockerHosts.length > 0 && (
        <p className="pl-[18px] text-sm wrap-anywhere">
          <span className="text-xs text-mute">{messages.dockerHosts}</span> {site.dockerHosts.join(', ')}
        </p>
      )}
      {next !== undefined && <Next site={site} text={next} onDeed={onDeed} />}
    </li>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0 xl:min-w-24">
    <dt className="text-xs text-mute">{name}</dt>
    <dd className="tabular-nums wrap-anywhere">{children}</dd>
  </div>
);

function LineFigures({ line: { receivedBytes, sentBytes, roundTripMs } }: { line: SiteLine }) {
  const text = messages.lineHint(formatBytes(receivedBytes), formatBytes(sentBytes));
  return (
    <span {...hint(text)}>
      {messages.lineFigures(formatBytes(receivedBytes + sentBytes), roundTripMs)}
      <span className="sr-only"> {text}</span>
    </span>
  );
}

/** What is wrong, or what the setup needs, with the button that does it. */
function Next({ site: { id, status, lastSeen, expires, waiting }, text, onDeed }: SiteRowProps & { text: string }) {
  const mayConfigure = useMay('configure');
  const command = status === 'silent' ? `belfry collector ${lastSeen === undefined ? 'run' : 'status'}` : undefined;
  const isInvited = expires !== undefined;
  return (
    <div className="ml-[18px] flex flex-col gap-2 rounded-md border border-line-soft bg-raise px-3 py-2 text-sm">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-48 flex-1">{text}</p>
        {mayConfigure && waiting && (
          <Button look="main" onClick={() => onDeed('accept')}>
            {messages.compare}
          </Button>
        )}
        {mayConfigure && !waiting && (status === 'new' || status === 'revoked') && (
          <Button look={isInvited ? 'framed' : 'main'} onClick={() => onDeed('invite')}>
            {messages.newCommand}
          </Button>
        )}
        {mayConfigure && status === 'connected' && (
          <Button look="framed" onClick={() => onDeed('scan')}>
            {messages.scan}
          </Button>
        )}
        {mayConfigure && status === 'connected' && (
          <Link
            to="/settings/$kind"
            params={{ kind: 'pve' }}
            search={{ add: 'yes', site: id }}
            className="font-medium text-brand hover:underline"
          >
            {messages.addHost}
          </Link>
        )}
      </div>
      {command !== undefined && (
        <Command text={command}>
          <CopyButton text={command} what={lastSeen === undefined ? messages.runCommand : messages.statusCommand} />
        </Command>
      )}
    </div>
  );
}
