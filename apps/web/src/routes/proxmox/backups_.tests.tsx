// /proxmox/backups/tests
import { createFileRoute } from '@tanstack/react-router';
import { Drills } from '../../features/drills/drills.tsx';
import { messages } from '../../features/drills/messages.ts';
import { drillsCodec } from '../../features/drills/view.ts';
import { BackupTabs } from '../../features/shell/backup-area/backup-tabs.tsx';
import { SectionBar } from '../../features/shell/section-bar.tsx';
import { Screen } from '../../features/shell/shell.tsx';

export const Route = createFileRoute('/proxmox/backups_/tests')({
  validateSearch: drillsCodec.validate,
  component: TestsRoute,
});

function TestsRoute() {
  return (
    <>
      <SectionBar parts={<BackupTabs className="h-7! max-lg:hidden!" />} />
      <Screen title={messages.title}>
        <BackupTabs className="mb-2 max-md:flex! lg:hidden!" />
        <Drills />
      </Screen>
    </>
  );
}
