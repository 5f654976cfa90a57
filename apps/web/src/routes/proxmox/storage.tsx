// /proxmox/storage
import { createFileRoute } from '@tanstack/react-router';
import { LiveGate } from '../../features/gate/live-gate.tsx';
import { MissingNode } from '../../features/nodes/missing-node.tsx';
import { NodeSummary } from '../../features/nodes/node-summary.tsx';
import { messages as shell } from '../../features/shell/messages.ts';
import { SectionBar } from '../../features/shell/section-bar.tsx';
import { Screen } from '../../features/shell/shell.tsx';
import { messages } from '../../features/storage/messages.ts';
import { Storage } from '../../features/storage/storage.tsx';
import { storageCodec } from '../../features/storage/view.ts';
import { useView } from '../../lib/view/use-view.ts';
import { PageBeside } from '../-page-beside.tsx';

export const Route = createFileRoute('/proxmox/storage')({
  validateSearch: storageCodec.validate,
  component: StorageRoute,
});

function StorageRoute() {
  const [view, change] = useView(storageCodec);
  return (
    <>
      <SectionBar />
      <PageBeside shown={view.beside} onShow={(beside) => change({ beside })}>
        <Screen title={shell.storage}>
          <LiveGate loading={messages.loading}>
            <NodeSummary
              tab="storage"
              selected={view.node}
              onSelect={(node) => change({ node })}
              sort={view.nodeSort}
              onSort={(nodeSort) => change({ nodeSort })}
            />
            <MissingNode id={view.node} onMissing={() => change({ node: null }, { replace: true })} />
            <Storage view={view} onChange={change} />
          </LiveGate>
        </Screen>
      </PageBeside>
    </>
  );
}
