// /proxmox/overview
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { LiveGate } from '../../features/gate/live-gate.tsx';
import { NodeSummary } from '../../features/nodes/node-summary.tsx';
import { messages } from '../../features/overview/messages.ts';
import { NodesGate } from '../../features/overview/nodes-gate.tsx';
import { Overview } from '../../features/overview/overview.tsx';
import { SectionBar } from '../../features/shell/section-bar.tsx';
import { Screen } from '../../features/shell/shell.tsx';
import { Boundary } from '../../ui/boundary.tsx';

export const Route = createFileRoute('/proxmox/overview')({ component: OverviewRoute });

function OverviewRoute() {
  const [node, setNode] = useState<string | null>(null);
  return (
    <>
      <SectionBar />
      <Screen title="Overview">
        <LiveGate loading={messages.loading}>
          <NodesGate>
            <Boundary name="node summary">
              <NodeSummary tab="dashboard" selected={node} onSelect={setNode} />
            </Boundary>
            <Overview node={node} onNode={setNode} />
          </NodesGate>
        </LiveGate>
      </Screen>
    </>
  );
}
