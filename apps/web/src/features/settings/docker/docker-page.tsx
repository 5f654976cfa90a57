// Docker hosts: the list, and how to add one.
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { entry } from '../../../api/entry.ts';
import { needsNoToken } from '../../../lib/docker-install.ts';
import { useView } from '../../../lib/view/use-view.ts';
import { useDockerHosts, useLive } from '../../../live/use-live.ts';
import { Button } from '../../../ui/button.tsx';
import { addingCodec } from '../adding.ts';
import { HostTable } from './host-table.tsx';
import { Instructions } from './instructions.tsx';
import { messages } from './messages.ts';

export function DockerPage() {
  const who = useQuery(entry).data;
  const open = who?.screen === 'app' && needsNoToken(who.status);
  const hosts = useDockerHosts();
  const isKnown = useLive(({ state }) => state !== null);
  const [view, change] = useView(addingCodec);
  const [chosen, choose] = useState<boolean>();
  // without hosts, the instructions are open at once
  const shown = view.add === 'yes' || (chosen ?? (isKnown && hosts.length === 0));
  const toggle = () => {
    choose(!shown);
    change({ add: 'no' });
  };
  return (
    <div className="flex flex-col gap-6">
      <section aria-labelledby="reporting">
        <div className="mb-2 flex min-h-8 flex-wrap items-center gap-2">
          <h2 id={shown ? 'deployment' : 'reporting'} className="flex-1 text-lg font-semibold">
            {shown ? messages.deployment : messages.hosts}
          </h2>
          <Button look="framed" aria-expanded={shown} onClick={toggle}>
            {shown ? messages.hide : messages.show}
            <ChevronDown size={14} aria-hidden className={shown ? 'rotate-180' : ''} />
          </Button>
        </div>
        {shown && (
          <>
            <Instructions open={open} />
            <h2 id="reporting" className="mt-6 mb-2 text-lg font-semibold">
              {messages.hosts}
            </h2>
          </>
        )}
        {isKnown ? (
          <HostTable hosts={hosts} />
        ) : (
          <div role="status" aria-label={messages.loading} className="skeleton h-24" />
        )}
      </section>
      {/* nothing stands below a table whose height is not known yet: it would jump */}
      {isKnown && (
        <div className="grid gap-3 lg:grid-cols-2">
          <Card title={messages.aboutTitle} lines={messages.about} />
          <Card title={messages.needsTitle} lines={messages.needs} />
        </div>
      )}
    </div>
  );
}

function Card({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <section className="card p-4">
      <h2 className="mb-1.5 font-semibold">{title}</h2>
      <ul className="flex list-disc flex-col gap-1 pl-4 text-soft marker:text-mute">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}
