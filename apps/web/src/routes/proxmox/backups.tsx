// /proxmox/backups
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { Backups } from '../../features/backups/backups.tsx';
import { messages } from '../../features/backups/messages.ts';
import { LiveGate } from '../../features/gate/live-gate.tsx';
import { NodeSummary } from '../../features/nodes/node-summary.tsx';
import { SectionBar } from '../../features/shell/section-bar.tsx';
import { Screen } from '../../features/shell/shell.tsx';
import { Boundary } from '../../ui/boundary.tsx';

export const Route = createFileRoute('/proxmox/backups')({ component: BackupsRoute });

function BackupsRoute() {
  const [node, setNode] = useState<string | null>(null);
  return (
    <>
      <SectionBar />
      <Screen title="Backups">
        <LiveGate loading={messages.loading} note={messages.loadingNote} archives>
          <Boundary name="node summary">
            <NodeSummary tab="backups" selected={node} onSelect={setNode} />
          </Boundary>
          <Backups node={node} onNode={setNode} />
        </LiveGate>
      </Screen>
    </>
  );
}
