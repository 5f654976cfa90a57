// /settings/security
import { createFileRoute } from '@tanstack/react-router';
import { SecurityPage } from '../../features/security/security-page.tsx';
import { noView } from '../../lib/view/codec.ts';

export const Route = createFileRoute('/settings/security')({
  validateSearch: noView.validate,
  component: SecurityPage,
});
