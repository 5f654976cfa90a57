// /proxmox/node-loss
import { createFileRoute } from '@tanstack/react-router';
import { LiveGate } from '../../features/gate/live-gate.tsx';
import { NodeLossScreen } from '../../features/node-loss/node-loss.tsx';
import { SectionBar } from '../../features/shell/section-bar.tsx';
import { Screen } from '../../features/shell/shell.tsx';
import { noView } from '../../lib/view/codec.ts';
import { messages } from '../../ui/node-loss/messages.ts';

export const Route = createFileRoute('/proxmox/node-loss')({
  validateSearch: noView.validate,
  component: NodeLossRoute,
});

function NodeLossRoute() {
  return (
    <>
      <SectionBar />
      <Screen title={messages.title}>
        <LiveGate loading={messages.loading} archives>
          <NodeLossScreen />
        </LiveGate>
      </Screen>
    </>
  );
}
