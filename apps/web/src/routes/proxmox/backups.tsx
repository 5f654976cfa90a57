// /proxmox/backups
import { createFileRoute } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { Backups } from '../../features/backups/backups.tsx';
import { countByHome } from '../../features/backups/home.ts';
import { messages } from '../../features/backups/messages.ts';
import { useBackups, useServerIds } from '../../features/backups/use-backups.ts';
import { LiveGate } from '../../features/gate/live-gate.tsx';
import { NodeSummary } from '../../features/nodes/node-summary.tsx';
import { SectionBar } from '../../features/shell/section-bar.tsx';
import { Screen } from '../../features/shell/shell.tsx';
import { Boundary } from '../../ui/boundary.tsx';

export const Route = createFileRoute('/proxmox/backups')({ component: BackupsRoute });

function BackupsRoute() {
  return (
    <>
      <SectionBar />
      <Screen title="Backups">
        <LiveGate loading={messages.loading} note={messages.loadingNote} archives>
          <Content />
        </LiveGate>
      </Screen>
    </>
  );
}

function Content() {
  const [node, setNode] = useState<string | null>(null);
  const [backups, serverIds] = [useBackups(), useServerIds()];
  const counts = useMemo(() => countByHome(backups, serverIds), [backups, serverIds]);
  return (
    <>
      <Boundary name="node summary">
        <NodeSummary tab="backups" backups={counts} selected={node} onSelect={setNode} />
      </Boundary>
      <Backups backups={backups} serverIds={serverIds} node={node} onNode={setNode} />
    </>
  );
}
