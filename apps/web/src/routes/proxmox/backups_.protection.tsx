// /proxmox/backups/protection
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { decisions } from '../../api/protection.ts';
import { LiveGate } from '../../features/gate/live-gate.tsx';
import { messages } from '../../features/protection/messages.ts';
import { Protection } from '../../features/protection/protection.tsx';
import { protectionCodec } from '../../features/protection/view.ts';
import { BackupTabs } from '../../features/shell/backup-area/backup-tabs.tsx';
import { SectionBar } from '../../features/shell/section-bar.tsx';
import { Screen } from '../../features/shell/shell.tsx';
import { useMay } from '../../lib/may.ts';
import { useView } from '../../lib/view/use-view.ts';
import { PageBeside } from '../-page-beside.tsx';

export const Route = createFileRoute('/proxmox/backups_/protection')({
  validateSearch: protectionCodec.validate,
  component: ProtectionRoute,
});

function ProtectionRoute() {
  const [view, change] = useView(protectionCodec);
  // requested together with the state: a counter that appears late would move the page
  const { isLoading } = useQuery({ ...decisions, enabled: useMay('read') });
  return (
    <>
      <SectionBar parts={<BackupTabs className="h-7! max-lg:hidden!" />} />
      <PageBeside shown={view.beside} onShow={(beside) => change({ beside })}>
        <Screen title={messages.title}>
          <BackupTabs className="mb-2 max-md:flex! lg:hidden!" />
          <LiveGate loading={messages.loading} note={messages.loadingNote} archives>
            {!isLoading && <Protection view={view} onChange={change} />}
          </LiveGate>
        </Screen>
      </PageBeside>
    </>
  );
}
