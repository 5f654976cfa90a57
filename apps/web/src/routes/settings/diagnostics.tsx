// /settings/diagnostics
import { createFileRoute } from '@tanstack/react-router';
import { DiagnosticsPage } from '../../features/settings/diagnostics/diagnostics-page.tsx';

export const Route = createFileRoute('/settings/diagnostics')({ component: DiagnosticsPage });
