// /settings/sites
import { createFileRoute } from '@tanstack/react-router';
import { addingCodec } from '../../features/settings/adding.ts';
import { SitesPage } from '../../features/settings/sites/sites-page.tsx';

export const Route = createFileRoute('/settings/sites')({
  validateSearch: addingCodec.validate,
  component: SitesPage,
});
