// How to add the first Docker host.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Container } from 'lucide-react';
import { entry } from '../../api/entry.ts';
import { useServerAddress } from '../../api/server-address.ts';
import { useAgents } from '../../api/use-agents.ts';
import { installCommand, NO_TOKEN, needsNoToken, PLACEHOLDER } from '../../lib/docker-install.ts';
import { AddressField } from '../../ui/address/address-field.tsx';
import { NoAgents } from '../../ui/agents/no-agents.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { messages } from './messages.ts';

export function NoHosts() {
  const { data } = useQuery(entry);
  const open = data?.screen === 'app' && needsNoToken(data.status);
  const server = useServerAddress();
  const { areMissing, ...agents } = useAgents();
  const command = installCommand(server.address, open ? NO_TOKEN : PLACEHOLDER);
  return (
    <Notice icon={<Container />} title={messages.none}>
      <p>{messages.noneHint}</p>
      <AddressField {...server} />
      {areMissing && <NoAgents {...agents} />}
      <code className="rounded-md border border-line bg-panel p-2.5 text-left font-mono text-xs break-all select-all [font-variant-ligatures:none]">
        {command}
      </code>
      {!open && <p className="text-sm">{messages.needsToken}</p>}
      <div className="flex flex-wrap justify-center gap-2">
        <CopyButton text={command} what="install command" label={messages.copyInstall} />
        <Link
          to="/settings/docker"
          className="inline-flex h-8 items-center rounded-md px-2.5 text-sm font-medium text-soft hover:bg-hover hover:text-text max-md:h-10"
        >
          {messages.toSettings}
        </Link>
      </div>
    </Notice>
  );
}
