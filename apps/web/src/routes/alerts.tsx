// /alerts
import { createFileRoute } from '@tanstack/react-router';
import { ActiveAlerts } from '../features/alerts/active-alerts.tsx';
import { messages } from '../features/alerts/messages.ts';
import { LiveGate } from '../features/gate/live-gate.tsx';
import { Screen } from '../features/shell/shell.tsx';
import { Boundary } from '../ui/boundary.tsx';

export const Route = createFileRoute('/alerts')({
  component: () => (
    <Screen title={messages.title}>
      <LiveGate loading={messages.loading}>
        <Boundary name="alerts">
          <ActiveAlerts />
        </Boundary>
      </LiveGate>
    </Screen>
  ),
});
