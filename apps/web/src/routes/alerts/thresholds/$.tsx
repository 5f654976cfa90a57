// /alerts/thresholds/proxmox and so on: one page per tab. Any other path stays as it is and shows the first tab; none leads to it.
import { createFileRoute, redirect } from '@tanstack/react-router';
import { AlertConfigGate } from '../../../alert-config/draft.tsx';
import { messages } from '../../../features/alert-thresholds/messages.ts';
import { tabOf } from '../../../features/alert-thresholds/sections.ts';
import { Thresholds } from '../../../features/alert-thresholds/thresholds.tsx';
import { thresholdsCodec } from '../../../features/alert-thresholds/view.ts';
import { LiveGate } from '../../../features/gate/live-gate.tsx';
import { useView } from '../../../lib/view/use-view.ts';

export const Route = createFileRoute('/alerts/thresholds/$')({
  beforeLoad: ({ params }) => {
    if (!params._splat) throw redirect({ to: '/alerts/$', params: { _splat: 'thresholds/proxmox' }, replace: true });
  },
  validateSearch: thresholdsCodec.validate,
  component: ThresholdsRoute,
});

function ThresholdsRoute() {
  const { _splat = '' } = Route.useParams();
  const [view, change] = useView(thresholdsCodec);
  const tab = tabOf(_splat);
  return (
    <LiveGate loading={messages.loading}>
      <AlertConfigGate>
        <Thresholds key={tab} tab={tab} view={view} onChange={change} />
      </AlertConfigGate>
    </LiveGate>
  );
}
