// How nodes report their temperatures: by a small script on each of them, because their API has none.
import type { NodeView } from '@belfry/schema/http/nodes';
import { sensorCommand, sensorEndCommand } from '../../../lib/sensor-report.ts';
import { HostCommands } from './host-commands.tsx';
import { messages } from './messages.ts';

export const Temperatures = ({ connections }: { connections: readonly NodeView[] }) => (
  <HostCommands
    title={messages.temperatures}
    text={messages.temperaturesText}
    commands={(address, token) =>
      connections.map(({ id, name }) => ({
        id,
        what: messages.sensorCommand(name),
        text: sensorCommand(address, token, name),
      }))
    }
    end={(address) => ({ id: 'end', what: messages.sensorEnd, text: sensorEndCommand(address) })}
  />
);
