// How nodes report their temperatures: by a small script on each of them, because their API has none.
import type { NodeView } from '@belfry/schema/http/nodes';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { entry } from '../../../api/entry.ts';
import { useServerAddress } from '../../../api/server-address.ts';
import { NO_TOKEN, needsNoToken, tokenFits } from '../../../lib/docker-install.ts';
import { sensorCommand, sensorEndCommand } from '../../../lib/sensor-report.ts';
import { AddressField } from '../../../ui/address/address-field.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Command } from '../docker/command.tsx';
import { TokenField } from '../docker/token-field.tsx';
import { messages } from './messages.ts';

export function Temperatures({ connections }: { connections: readonly NodeView[] }) {
  const who = useQuery(entry).data;
  const open = who?.screen === 'app' && needsNoToken(who.status);
  const [typed, setTyped] = useState('');
  const given = typed.trim();
  const token = open ? NO_TOKEN : tokenFits(given) ? given : undefined;
  const server = useServerAddress();
  const { address } = server;
  const commands = connections.map(({ id, name }) => [id, messages.sensorCommand(name), name] as const);
  return (
    <details className="card p-4">
      <summary className="cursor-pointer font-semibold max-md:min-h-10">{messages.temperatures}</summary>
      <div className="mt-2 flex flex-col gap-3">
        <p className="text-soft">{messages.temperaturesText}</p>
        <AddressField {...server} />
        {!open && <TokenField token={typed} purpose={messages.temperatures} onToken={setTyped} />}
        {token !== undefined &&
          commands.map(([id, what, name]) => (
            <div key={id}>
              <p className="mb-1 text-soft">{what}</p>
              <Command text={sensorCommand(address, token, name)}>
                <CopyButton text={sensorCommand(address, token, name)} what={what} />
              </Command>
            </div>
          ))}
        <div>
          <p className="mb-1 text-soft">{messages.sensorEnd}</p>
          <Command text={sensorEndCommand(address)}>
            <CopyButton text={sensorEndCommand(address)} what={messages.sensorEnd} />
          </Command>
        </div>
      </div>
    </details>
  );
}
