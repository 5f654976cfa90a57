// The setup command of a host: made on request, shown with the time at which it expires.
import { originOf } from '@belfry/domain/address';
import { same } from '@belfry/domain/delta/same';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Download, Terminal } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ApiError, call, getText } from '../../../api/client.ts';
import { nodes } from '../../../api/nodes.ts';
import { useServerAddress } from '../../../api/server-address.ts';
import { downloadText } from '../../../lib/download.ts';
import { hourMinute } from '../../../lib/moment.ts';
import { useLiveStore } from '../../../live/use-live.ts';
import { AddressField } from '../../../ui/address/address-field.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Problem } from '../../../ui/problem.tsx';
import type { Kind } from './kinds.ts';
import { messages } from './messages.ts';
import type { NodeForm } from './node-form.ts';

interface SetupCommandProps {
  kind: Kind;
  /** Without a name the cluster or the node names itself. */
  form: Pick<NodeForm, 'host' | 'name' | 'site' | 'flags'>;
  onRegistered(): void;
}

/** What the command is made for. */
interface Wanted {
  host: string;
  name: string;
  /** The id of the site whose collector the host calls; empty: it calls `address`. */
  site: string;
  address: string;
  flags: NodeForm['flags'];
  backupPerms: boolean;
}

export function SetupCommand({ kind, form: { host, name, site, flags }, onRegistered }: SetupCommandProps) {
  const server = useServerAddress();
  const [awaited, setAwaited] = useState('');
  const hasChoice = kind.setup?.backupPerms === true;
  const [withBackups, setWithBackups] = useState(true);
  useRegistration(kind, awaited, onRegistered);

  const wanted: Wanted = {
    host: host.trim(),
    name: name.trim(),
    ...{ site, address: server.address },
    flags,
    backupPerms: hasChoice && withBackups,
  };
  const command = useMutation({
    mutationFn: (asked: Wanted) => make(kind, asked),
    onSuccess: (_, asked) => setAwaited(asked.host),
  });
  const script = useMutation({
    async mutationFn(asked: Wanted) {
      // the script is fetched from here, with the one use that its code has
      const { url } = await make(kind, asked);
      const { search } = new URL(url);
      downloadText(`belfry-setup-${kind.type}.sh`, await getText(`/api/setup-script${search}`));
    },
    onSuccess: (_, asked) => setAwaited(asked.host),
  });
  const start = ({ mutate }: typeof command | typeof script, other: typeof command | typeof script) => {
    other.reset();
    mutate(wanted);
  };
  const isBusy = command.isPending || script.isPending;
  const problem = failure(messages.urlFailed, command.error) ?? failure(messages.scriptFailed, script.error);
  const made = command.data && same(command.variables, wanted) ? command.data : undefined;

  return (
    <div className="flex flex-col gap-2.5">
      <p className="text-soft">{messages.autoText}</p>
      {site === '' ? <AddressField {...server} /> : <p className="text-sm text-mute">{messages.callsCollector}</p>}
      {hasChoice && (
        <div>
          <Checkbox label={messages.withBackups} checked={withBackups} onChange={setWithBackups} />
          <p className="text-sm text-mute">{messages.withBackupsText}</p>
        </div>
      )}
      {problem && <Problem>{problem}</Problem>}
      <div className="flex flex-wrap gap-2">
        <Button look="main" disabled={isBusy} onClick={() => start(command, script)}>
          <Terminal size={14} /> {isBusy ? messages.generating : messages.generate}
        </Button>
        <Button look="framed" disabled={isBusy} onClick={() => start(script, command)}>
          <Download size={14} /> {messages.downloadScript}
        </Button>
      </div>
      {made && (
        <div className="flex flex-col gap-1.5">
          <div className="flex items-center gap-2">
            <span className="flex-1 text-sm font-medium text-soft">{messages.command}</span>
            <CopyButton text={made.command} what={messages.command} failure={messages.copyFailed} />
          </div>
          <code className="rounded-md border border-line bg-bg p-2.5 font-mono text-xs break-all select-all">
            {made.command}
          </code>
          <p className="text-sm text-mute">{messages.expires(hourMinute(made.expires * 1000))}</p>
        </div>
      )}
    </div>
  );
}

/** Calls `onRegistered` when `host` has registered. An empty or invalid `host` is ignored. */
function useRegistration(kind: Kind, host: string, onRegistered: () => void): void {
  const live = useLiveStore();
  const watched = useQuery(nodes).data;
  const origin = originOf(host, kind.port);
  const awaited = origin.ok ? origin.value : '';
  useEffect(() => {
    if (!awaited) return;
    return live.onEvent((message) => {
      if (message.type === 'node_auto_registered' && message.data.host === awaited) onRegistered();
    });
  }, [awaited, live, onRegistered]);

  // The announcement is lost if the connection is lost just then. A host that was not in the list before is in it afterwards.
  const isWatched = watched?.some((node) => node.type === kind.type && node.host === awaited) ?? false;
  const unwatched = useRef('');
  useEffect(() => {
    if (!awaited) return;
    if (!isWatched) unwatched.current = awaited;
    else if (unwatched.current === awaited) onRegistered();
  }, [awaited, isWatched, onRegistered]);
}

async function make({ type }: Kind, { host, name, site, address, flags, backupPerms }: Wanted) {
  if (!host) throw new NoHost();
  const place = site === '' ? { pulse_url: address } : { site };
  const body = { type, host, backupPerms, ...place, monitor: flags, ...(name && { name }) };
  return call('POST /api/setup-script-url', { body });
}

class NoHost extends Error {}

/** Undefined: nothing failed. */
function failure(what: string, error: Error | null): string | undefined {
  if (error === null) return undefined;
  if (error instanceof NoHost) return messages.hostFirst;
  return error instanceof ApiError && error.status !== 0 ? `${what}: ${error.message}` : what;
}
