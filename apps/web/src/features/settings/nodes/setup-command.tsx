// The setup command of a host: made on request, shown with the time at which it expires.
import { originOf } from '@belfry/domain/address';
import type { setupScriptUrl } from '@belfry/schema/http/onboarding';
import { useMutation } from '@tanstack/react-query';
import { Download, Terminal } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ApiError, call, getText, withQuery } from '../../../api/client.ts';
import { downloadText } from '../../../lib/download.ts';
import { hourMinute } from '../../../lib/moment.ts';
import { useLiveStore } from '../../../live/use-live.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Problem } from '../../../ui/problem.tsx';
import type { Kind } from './kinds.ts';
import { messages } from './messages.ts';

interface SetupCommandProps {
  kind: Kind;
  host: string;
  onRegistered(): void;
}

export function SetupCommand({ kind, host, onRegistered }: SetupCommandProps) {
  const live = useLiveStore();
  const [awaited, setAwaited] = useState('');
  useEffect(() => {
    const origin = originOf(awaited, kind.port);
    if (!origin.ok) return;
    return live.onEvent((message) => {
      if (message.type === 'node_auto_registered' && message.data.host === origin.value) onRegistered();
    });
  }, [awaited, live, kind, onRegistered]);

  const { type, setup } = kind;
  const backupPerms = setup?.backupPerms === true;
  const onSuccess = () => setAwaited(host);
  const command = useMutation({
    async mutationFn() {
      const body = { type, host: given(host), backupPerms };
      return { ...(await call<typeof setupScriptUrl>('POST /api/setup-script-url', { body })), host };
    },
    onSuccess,
  });
  const script = useMutation({
    async mutationFn() {
      const query = {
        ...{ type, host: given(host), pulse_url: window.location.origin },
        ...(backupPerms && { backup_perms: 'true' }),
      };
      downloadText(`belfry-setup-${type}.sh`, await getText(withQuery('/api/setup-script', query)));
    },
    onSuccess,
  });
  const made = command.data;
  const busy = command.isPending || script.isPending;

  return (
    <div className="flex flex-col gap-2.5">
      <p className="text-soft">{messages.autoText}</p>
      {command.error && <Problem>{failureText(command.error, messages.urlFailed)}</Problem>}
      {script.error && <Problem>{failureText(script.error, messages.scriptFailed)}</Problem>}
      <div className="flex flex-wrap gap-2">
        <Button look="main" disabled={busy} onClick={() => command.mutate()}>
          <Terminal size={14} /> {command.isPending ? messages.generating : messages.generate}
        </Button>
        <Button look="framed" disabled={busy} onClick={() => script.mutate()}>
          <Download size={14} /> {messages.downloadScript}
        </Button>
      </div>
      {made && made.host === host && (
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

/** @throws Error without a host, because the command is for one. */
function given(host: string): string {
  if (!host.trim()) throw new Error(messages.hostFirst);
  return host.trim();
}

function failureText(error: Error, what: string): string {
  if (!(error instanceof ApiError)) return error.message;
  return error.status === 0 ? what : `${what}: ${error.message}`;
}
