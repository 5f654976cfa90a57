// /proxmox/backups
import { createFileRoute } from '@tanstack/react-router';
import { useMemo } from 'react';
import { Backups } from '../../features/backups/backups.tsx';
import { countByHome } from '../../features/backups/home.ts';
import { messages } from '../../features/backups/messages.ts';
import { useBackups, useServerIds } from '../../features/backups/use-backups.ts';
import { backupsCodec } from '../../features/backups/view.ts';
import { LiveGate } from '../../features/gate/live-gate.tsx';
import { MissingNode } from '../../features/nodes/missing-node.tsx';
import { NodeSummary } from '../../features/nodes/node-summary.tsx';
import { messages as shell } from '../../features/shell/messages.ts';
import { SectionBar } from '../../features/shell/section-bar.tsx';
import { Screen } from '../../features/shell/shell.tsx';
import { useView } from '../../lib/view/use-view.ts';
import { Boundary } from '../../ui/boundary.tsx';

export const Route = createFileRoute('/proxmox/backups')({
  validateSearch: backupsCodec.validate,
  component: BackupsRoute,
});

function BackupsRoute() {
  return (
    <>
      <SectionBar />
      <Screen title={shell.backups}>
        <LiveGate loading={messages.loading} note={messages.loadingNote} archives>
          <Content />
        </LiveGate>
      </Screen>
    </>
  );
}

function Content() {
  const [view, change] = useView(backupsCodec);
  const [backups, serverIds] = [useBackups(), useServerIds()];
  const counts = useMemo(() => countByHome(backups, serverIds), [backups, serverIds]);
  return (
    <>
      <Boundary name="node summary">
        <NodeSummary
          tab="backups"
          backups={counts}
          selected={view.node}
          onSelect={(node) => change({ node })}
          sort={view.nodeSort}
          onSort={(nodeSort) => change({ nodeSort })}
        />
      </Boundary>
      <MissingNode id={view.node} servers onMissing={() => change({ node: null }, { replace: true })} />
      <Backups backups={backups} serverIds={serverIds} view={view} onChange={change} />
    </>
  );
}
