// Commands to run on hosts so that they report to Belfry by themselves, with the token of the report, and how to remove them.
import { useQuery } from '@tanstack/react-query';
import { entry } from '../../../api/entry.ts';
import { useServerAddress } from '../../../api/server-address.ts';
import { needsNoToken } from '../../../lib/docker-install.ts';
import { AddressField } from '../../../ui/address/address-field.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Command } from '../docker/command.tsx';
import { TokenField, useTypedToken } from '../docker/token-field.tsx';

interface HostCommand {
  id: string;
  /** What the command is for. */
  what: string;
  text: string;
}

interface HostCommandsProps {
  title: string;
  text: string;
  /** `address`: at which the hosts reach Belfry. `token` is `NO_TOKEN` where none is needed. */
  commands(address: string, token: string): readonly HostCommand[];
  end(address: string): HostCommand;
}

export function HostCommands({ title, text, commands, end }: HostCommandsProps) {
  const who = useQuery(entry).data;
  const open = who?.screen === 'app' && needsNoToken(who.status);
  const { typed, setTyped, token } = useTypedToken(open);
  const server = useServerAddress();
  const { address } = server;
  return (
    <details className="card p-4">
      <summary className="cursor-pointer font-semibold max-md:min-h-10">{title}</summary>
      <div className="mt-2 flex flex-col gap-3">
        <p className="text-soft">{text}</p>
        <AddressField {...server} />
        {!open && <TokenField token={typed} purpose={title} onToken={setTyped} />}
        {token !== undefined && commands(address, token).map((each) => <Line key={each.id} {...each} />)}
        <Line {...end(address)} />
      </div>
    </details>
  );
}

const Line = ({ what, text }: HostCommand) => (
  <div>
    <p className="mb-1 text-soft">{what}</p>
    <Command text={text}>
      <CopyButton text={text} what={what} />
    </Command>
  </div>
);
