// /alerts/schedule
import { createFileRoute } from '@tanstack/react-router';
import { SchedulePage } from '../../features/notifications/schedule/schedule-page.tsx';
import { noView } from '../../lib/view/codec.ts';

export const Route = createFileRoute('/alerts/schedule')({
  validateSearch: noView.validate,
  component: SchedulePage,
});
