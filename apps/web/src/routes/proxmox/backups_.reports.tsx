// /proxmox/backups/reports
import { createFileRoute } from '@tanstack/react-router';
import { messages } from '../../features/reports/messages.ts';
import { Reports } from '../../features/reports/reports.tsx';
import { reportsCodec } from '../../features/reports/view.ts';
import { BackupTabs } from '../../features/shell/backup-area/backup-tabs.tsx';
import { SectionBar } from '../../features/shell/section-bar.tsx';
import { Screen } from '../../features/shell/shell.tsx';

export const Route = createFileRoute('/proxmox/backups_/reports')({
  validateSearch: reportsCodec.validate,
  component: ReportsRoute,
});

function ReportsRoute() {
  return (
    <>
      <SectionBar parts={<BackupTabs className="h-7! max-lg:hidden!" />} />
      <Screen title={messages.title}>
        <BackupTabs className="mb-2 max-md:flex! lg:hidden!" />
        <Reports />
      </Screen>
    </>
  );
}
