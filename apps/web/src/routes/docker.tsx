// /docker
import { createFileRoute } from '@tanstack/react-router';
import { Docker } from '../features/docker/docker.tsx';
import { HostsGate } from '../features/docker/hosts-gate.tsx';
import { messages } from '../features/docker/messages.ts';
import { LiveGate } from '../features/gate/live-gate.tsx';
import { Screen } from '../features/shell/shell.tsx';

export const Route = createFileRoute('/docker')({ component: DockerRoute });

function DockerRoute() {
  return (
    <Screen title={messages.title}>
      <LiveGate loading={messages.loading}>
        <HostsGate>
          <Docker />
        </HostsGate>
      </LiveGate>
    </Screen>
  );
}
