// How to install the agent on a host: one command with its token, how to uninstall it, and the installation by hand.
import { useServerAddress } from '../../../api/server-address.ts';
import { useAgents } from '../../../api/use-agents.ts';
import { installCommand, PLACEHOLDER, uninstallCommand } from '../../../lib/docker-install.ts';
import { AddressField } from '../../../ui/address/address-field.tsx';
import { NoAgents } from '../../../ui/agents/no-agents.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { toast } from '../../../ui/toast.ts';
import { Command } from './command.tsx';
import { Manual } from './manual.tsx';
import { messages } from './messages.ts';
import { TokenField, useTypedToken } from './token-field.tsx';

/** `open`: reports are accepted without a token. */
export function Instructions({ open }: { open: boolean }) {
  const { typed, setTyped, token } = useTypedToken(open);
  const server = useServerAddress();
  const { address } = server;
  const install = installCommand(address, token ?? PLACEHOLDER);
  const { areMissing, ...agents } = useAgents();
  const refuse = () => toast('warning', messages.replaceFirst);
  return (
    <div className="card flex flex-col divide-y divide-line-soft">
      <section className="flex flex-col gap-3 p-4">
        <div>
          <h3 className="font-semibold">{messages.install}</h3>
          <p className="text-soft">{messages.installText}</p>
        </div>
        {areMissing && <NoAgents {...agents} />}
        <AddressField {...server} />
        {!open && <TokenField token={typed} purpose={messages.tokenPurpose} onToken={setTyped} />}
        <Command text={install}>
          {token === undefined ? (
            <Button look="framed" className="min-w-22" aria-label={messages.copyCommand} onClick={refuse}>
              {messages.copy}
            </Button>
          ) : (
            <CopyButton text={install} what={messages.command} />
          )}
        </Command>
        {token === undefined && <Problem tone="warn">{messages.placeholder}</Problem>}
        {open && <Problem tone="info">{messages.open}</Problem>}
        {!open && token !== undefined && !areMissing && <Problem tone="ok">{messages.ready}</Problem>}
      </section>
      <section className="flex flex-col gap-2 p-4">
        <div>
          <h3 className="font-semibold">{messages.uninstall}</h3>
          <p className="text-soft">{messages.uninstallText}</p>
        </div>
        <Command text={uninstallCommand(address)}>
          <CopyButton text={uninstallCommand(address)} what={messages.uninstallCommand} />
        </Command>
      </section>
      <Manual origin={address} token={token ?? PLACEHOLDER} />
    </div>
  );
}
