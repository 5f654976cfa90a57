// /proxmox/backups/protection
import { createFileRoute } from '@tanstack/react-router';
import { LiveGate } from '../../features/gate/live-gate.tsx';
import { messages } from '../../features/protection/messages.ts';
import { Protection } from '../../features/protection/protection.tsx';
import { protectionCodec } from '../../features/protection/view.ts';
import { BackupTabs } from '../../features/shell/backup-area/backup-tabs.tsx';
import { SectionBar } from '../../features/shell/section-bar.tsx';
import { Screen } from '../../features/shell/shell.tsx';
import { useView } from '../../lib/view/use-view.ts';
import { PageBeside } from '../-page-beside.tsx';

export const Route = createFileRoute('/proxmox/backups_/protection')({
  validateSearch: protectionCodec.validate,
  component: ProtectionRoute,
});

function ProtectionRoute() {
  const [view, change] = useView(protectionCodec);
  return (
    <>
      <SectionBar />
      <PageBeside shown={view.beside} onShow={(beside) => change({ beside })}>
        <Screen title={messages.title}>
          <BackupTabs />
          <LiveGate loading={messages.loading} note={messages.loadingNote} archives>
            <Protection view={view} onChange={change} />
          </LiveGate>
        </Screen>
      </PageBeside>
    </>
  );
}
