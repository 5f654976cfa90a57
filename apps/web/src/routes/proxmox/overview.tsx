// /proxmox/overview
import { createFileRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useStrips } from '../../api/strips.ts';
import { LiveGate } from '../../features/gate/live-gate.tsx';
import { NodeSummary } from '../../features/nodes/node-summary.tsx';
import { messages } from '../../features/overview/messages.ts';
import { HypervisorsGate, NodesGate } from '../../features/overview/nodes-gate.tsx';
import { Overview } from '../../features/overview/overview.tsx';
import { overviewCodec } from '../../features/overview/view.ts';
import { messages as shell } from '../../features/shell/messages.ts';
import { SectionBar } from '../../features/shell/section-bar.tsx';
import { Screen } from '../../features/shell/shell.tsx';
import { useView } from '../../lib/view/use-view.ts';
import { late } from '../../ui/late.ts';
import { PageBeside } from '../-page-beside.tsx';

// seldom needed, so its code is loaded on demand
const MissingNode = late(async () => (await import('../../features/nodes/missing-node.tsx')).MissingNode);

export const Route = createFileRoute('/proxmox/overview')({
  validateSearch: overviewCodec.validate,
  component: OverviewRoute,
});

function OverviewRoute() {
  const [view, change] = useView(overviewCodec);
  const strips = useStrips(view.trend === 'hour');
  return (
    <>
      <SectionBar />
      <PageBeside shown={view.beside} onShow={(beside) => change({ beside })}>
        <Screen title={shell.overview}>
          <LiveGate loading={messages.loading}>
            <NodesGate>
              <NodeSummary
                tab="dashboard"
                selected={view.node}
                onSelect={(node) => change({ node })}
                sort={view.nodeSort}
                onSort={(nodeSort) => change({ nodeSort })}
                strips={strips}
              />
              <Suspense>
                <MissingNode id={view.node} onMissing={() => change({ node: null }, { replace: true })} />
              </Suspense>
              <HypervisorsGate>
                <Overview view={view} strips={strips} onChange={change} />
              </HypervisorsGate>
            </NodesGate>
          </LiveGate>
        </Screen>
      </PageBeside>
    </>
  );
}
