// /docker
import { createFileRoute } from '@tanstack/react-router';
import { Docker } from '../features/docker/docker.tsx';
import { HostsGate } from '../features/docker/hosts-gate.tsx';
import { messages } from '../features/docker/messages.ts';
import { dockerCodec } from '../features/docker/view.ts';
import { LiveGate } from '../features/gate/live-gate.tsx';
import { Screen } from '../features/shell/shell.tsx';
import { useView } from '../lib/view/use-view.ts';
import { PageBeside } from './-page-beside.tsx';

export const Route = createFileRoute('/docker')({ validateSearch: dockerCodec.validate, component: DockerRoute });

function DockerRoute() {
  const [view, change] = useView(dockerCodec);
  return (
    <PageBeside shown={view.beside} onShow={(beside) => change({ beside })}>
      <Screen title={messages.title}>
        <LiveGate loading={messages.loading}>
          <HostsGate>
            <Docker view={view} onChange={change} />
          </HostsGate>
        </LiveGate>
      </Screen>
    </PageBeside>
  );
}
