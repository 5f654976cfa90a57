// /alerts/overview
import { createFileRoute } from '@tanstack/react-router';
import { messages } from '../../features/alert-overview/messages.ts';
import { Overview } from '../../features/alert-overview/overview.tsx';
import { overviewCodec } from '../../features/alert-overview/view.ts';
import { LiveGate } from '../../features/gate/live-gate.tsx';
import { useView } from '../../lib/view/use-view.ts';

export const Route = createFileRoute('/alerts/overview')({
  validateSearch: overviewCodec.validate,
  component: OverviewRoute,
});

function OverviewRoute() {
  const [view, change] = useView(overviewCodec);
  return (
    <LiveGate loading={messages.loading}>
      <Overview view={view} onChange={change} />
    </LiveGate>
  );
}
