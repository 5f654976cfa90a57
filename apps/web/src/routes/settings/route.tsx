// /settings/*
import { createFileRoute, Outlet } from '@tanstack/react-router';
import { SettingsShell } from '../../features/settings/settings-shell.tsx';

export const Route = createFileRoute('/settings')({
  component: () => (
    <SettingsShell>
      <Outlet />
    </SettingsShell>
  ),
});
