// /alerts/overview
import { createFileRoute } from '@tanstack/react-router';
import { ActiveAlerts } from '../../features/alerts/active-alerts.tsx';
import { messages } from '../../features/alerts/messages.ts';
import { LiveGate } from '../../features/gate/live-gate.tsx';
import { noView } from '../../lib/view/codec.ts';

export const Route = createFileRoute('/alerts/overview')({
  validateSearch: noView.validate,
  component: () => (
    <LiveGate loading={messages.loading}>
      <ActiveAlerts />
    </LiveGate>
  ),
});
