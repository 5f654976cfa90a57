// Diagnostics: what every host answers right now, how this server is doing, and a file to hand to somebody else.
import type { DiagnosticsReply } from '@belfry/schema/http/diagnostics';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Activity, Download } from 'lucide-react';
import { ApiError } from '../../../api/client.ts';
import { diagnostics, diagnosticsDocument } from '../../../api/diagnostics.ts';
import { downloadText } from '../../../lib/download.ts';
import { formatAgo } from '../../../lib/language/format.ts';
import { useMay } from '../../../lib/may.ts';
import { useNow } from '../../../lib/now.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { Connections } from './connections.tsx';
import { DockerHosts } from './docker-hosts.tsx';
import { messages } from './messages.ts';
import { OwnCost } from './own-cost.tsx';
import { ServersCard } from './servers.tsx';
import { Defects, SystemFacts } from './system-facts.tsx';

export function DiagnosticsPage() {
  const mayConfigure = useMay('configure');
  const { data, error, isFetching, refetch } = useQuery(diagnostics);
  if (!mayConfigure) return <Problem tone="info">{messages.adminOnly}</Problem>;
  return (
    <div className="flex flex-col gap-4">
      <div className="card flex flex-wrap items-center gap-3 p-4">
        <p className="min-w-0 flex-1 basis-80 text-soft">{messages.intro}</p>
        {data && <Checked reply={data} />}
        <Button look="main" disabled={isFetching} onClick={() => void refetch()}>
          <Activity size={14} aria-hidden /> {isFetching ? messages.running : messages.run}
        </Button>
      </div>
      {error && !isFetching && <Failure error={error} />}
      <SystemFacts reply={data} />
      <ServersCard />
      <OwnCost />
      {data && (
        <>
          <Connections reply={data} />
          <DockerHosts hosts={data.dockerHosts} />
          <Defects defects={data.defects} />
        </>
      )}
      <Export />
    </div>
  );
}

function Checked({ reply }: { reply: DiagnosticsReply }) {
  const now = useNow();
  return <span className="text-sm text-mute">{messages.checked(formatAgo(Date.parse(reply.checkedAt), now))}</span>;
}

/** A demo and an older server have no diagnostics. */
function Failure({ error }: { error: Error }) {
  const isMissing = error instanceof ApiError && (error.status === 403 || error.status === 404);
  return (
    <Problem tone={isMissing ? 'info' : 'crit'}>
      {isMissing ? messages.missing : messages.runFailed}: {error.message}
    </Problem>
  );
}

function Export() {
  const { mutate, isPending, variables, error } = useMutation({
    async mutationFn(sanitize: boolean) {
      const document = await diagnosticsDocument(sanitize);
      const name = `belfry-diagnostics-${sanitize ? 'sanitized' : 'full'}-${document.timestamp.slice(0, 10)}.json`;
      downloadText(name, JSON.stringify(document, null, 2));
    },
  });
  const busy = (sanitize: boolean) => isPending && variables === sanitize;
  return (
    <Card title={messages.exportTitle}>
      <ul className="flex flex-col gap-1 text-sm text-soft">
        <li>{messages.sanitizedText}</li>
        <li>{messages.fullText}</li>
      </ul>
      {error && (
        <Problem>
          {messages.exportFailed}: {error.message}
        </Problem>
      )}
      <div className="flex flex-wrap gap-2">
        <Button look="framed" disabled={isPending} onClick={() => mutate(true)}>
          <Download size={14} aria-hidden /> {busy(true) ? messages.exporting : messages.exportSanitized}
        </Button>
        <Button look="framed" disabled={isPending} onClick={() => mutate(false)}>
          <Download size={14} aria-hidden /> {busy(false) ? messages.exporting : messages.exportFull}
        </Button>
      </div>
    </Card>
  );
}
