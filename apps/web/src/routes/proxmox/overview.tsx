// /proxmox/overview
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { NodeSummary } from '../../features/nodes/node-summary.tsx';
import { Overview } from '../../features/overview/overview.tsx';
import { StatusGate } from '../../features/overview/status-gate.tsx';
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
        <StatusGate>
          <Boundary name="node summary">
            <NodeSummary selectable={['pve']} selected={node} onSelect={setNode} />
          </Boundary>
          <Overview node={node} onNode={setNode} />
        </StatusGate>
      </Screen>
    </>
  );
}
