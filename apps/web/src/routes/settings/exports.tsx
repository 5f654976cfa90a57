// /settings/exports
import { createFileRoute } from '@tanstack/react-router';
import { ExportsPage } from '../../features/settings/exports/exports-page.tsx';
import { noView } from '../../lib/view/codec.ts';

export const Route = createFileRoute('/settings/exports')({
  validateSearch: noView.validate,
  component: ExportsPage,
});
