// /settings/*
import { createFileRoute, Outlet } from '@tanstack/react-router';
import { settings } from '../../features/settings/pages.ts';
import { AreaShell } from '../../ui/area/area-shell.tsx';

export const Route = createFileRoute('/settings')({
  component: () => (
    <AreaShell area={settings}>
      <Outlet />
    </AreaShell>
  ),
});
