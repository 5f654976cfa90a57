// /proxmox/backups
import { createFileRoute } from '@tanstack/react-router';
import { useMemo } from 'react';
import { Backups } from '../../features/backups/backups.tsx';
import { countByHome } from '../../features/backups/home.ts';
import { messages } from '../../features/backups/messages.ts';
import { useBackups, useServerIds } from '../../features/backups/use-backups.ts';
import { type BackupsView, backupsCodec } from '../../features/backups/view.ts';
import { LiveGate } from '../../features/gate/live-gate.tsx';
import { MissingNode } from '../../features/nodes/missing-node.tsx';
import { NodeSummary } from '../../features/nodes/node-summary.tsx';
import { BackupTabs } from '../../features/shell/backup-area/backup-tabs.tsx';
import { messages as shell } from '../../features/shell/messages.ts';
import { SectionBar } from '../../features/shell/section-bar.tsx';
import { Screen } from '../../features/shell/shell.tsx';
import { type ChangeView, useView } from '../../lib/view/use-view.ts';
import { PageBeside } from '../-page-beside.tsx';

export const Route = createFileRoute('/proxmox/backups')({
  validateSearch: backupsCodec.validate,
  component: BackupsRoute,
});

function BackupsRoute() {
  const [view, change] = useView(backupsCodec);
  return (
    <>
      <SectionBar parts={<BackupTabs className="h-7! max-lg:hidden!" />} />
      <PageBeside shown={view.beside} onShow={(beside) => change({ beside })}>
        <Screen title={shell.backups}>
          <BackupTabs className="mb-2 max-md:flex! lg:hidden!" />
          <LiveGate loading={messages.loading} note={messages.loadingNote} archives>
            <Content view={view} onChange={change} />
          </LiveGate>
        </Screen>
      </PageBeside>
    </>
  );
}

function Content({ view, onChange: change }: { view: BackupsView; onChange: ChangeView<BackupsView> }) {
  const [backups, serverIds] = [useBackups(), useServerIds()];
  const counts = useMemo(() => countByHome(backups, serverIds), [backups, serverIds]);
  return (
    <>
      <NodeSummary
        tab="backups"
        backups={counts}
        selected={view.node}
        onSelect={(node) => change({ node })}
        sort={view.nodeSort}
        onSort={(nodeSort) => change({ nodeSort })}
      />
      <MissingNode id={view.node} servers onMissing={() => change({ node: null }, { replace: true })} />
      <Backups backups={backups} serverIds={serverIds} view={view} onChange={change} />
    </>
  );
}
