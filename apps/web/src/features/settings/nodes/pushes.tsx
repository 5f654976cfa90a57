// How hosts say at once that a backup has ended or a node was fenced: by a webhook of their own notifications.
import type { NodeType } from '@belfry/schema/config/kinds';
import type { NodeView } from '@belfry/schema/http/nodes';
import { NO_TOKEN } from '../../../lib/docker-install.ts';
import { pushCommand, pushEndCommand } from '../../../lib/proxmox-push.ts';
import { HostCommands } from './host-commands.tsx';
import { messages } from './messages.ts';

export const Pushes = ({ type, connections }: { type: NodeType; connections: readonly NodeView[] }) => (
  <HostCommands
    title={messages.pushes}
    text={messages.pushesText}
    commands={(address, token) =>
      connections.map(({ id, instance, name }) => ({
        id,
        what: messages.pushCommand(name),
        text: pushCommand(type, address, instance, token === NO_TOKEN ? undefined : token),
      }))
    }
    end={() => ({ id: 'end', what: messages.pushEnd, text: pushEndCommand(type) })}
  />
);
