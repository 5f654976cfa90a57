// /alerts/history
import { createFileRoute } from '@tanstack/react-router';
import { History } from '../../features/alert-history/history.tsx';
import { historyCodec } from '../../features/alert-history/view.ts';

export const Route = createFileRoute('/alerts/history')({
  validateSearch: historyCodec.validate,
  component: History,
});
