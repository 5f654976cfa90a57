// /proxmox/storage
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { LiveGate } from '../../features/gate/live-gate.tsx';
import { NodeSummary } from '../../features/nodes/node-summary.tsx';
import { SectionBar } from '../../features/shell/section-bar.tsx';
import { Screen } from '../../features/shell/shell.tsx';
import { messages } from '../../features/storage/messages.ts';
import { Storage } from '../../features/storage/storage.tsx';
import { Boundary } from '../../ui/boundary.tsx';

export const Route = createFileRoute('/proxmox/storage')({ component: StorageRoute });

function StorageRoute() {
  const [node, setNode] = useState<string | null>(null);
  return (
    <>
      <SectionBar />
      <Screen title="Storage">
        <LiveGate loading={messages.loading}>
          <Boundary name="node summary">
            <NodeSummary tab="storage" selected={node} onSelect={setNode} />
          </Boundary>
          <Storage node={node} onNode={setNode} />
        </LiveGate>
      </Screen>
    </>
  );
}
