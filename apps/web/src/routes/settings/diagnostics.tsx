// /settings/diagnostics
import { createFileRoute } from '@tanstack/react-router';
import { DiagnosticsPage } from '../../features/settings/diagnostics/diagnostics-page.tsx';
import { noView } from '../../lib/view/codec.ts';

export const Route = createFileRoute('/settings/diagnostics')({
  validateSearch: noView.validate,
  component: DiagnosticsPage,
});
