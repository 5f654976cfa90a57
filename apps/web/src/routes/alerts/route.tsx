// /alerts/*
import { createFileRoute, Outlet } from '@tanstack/react-router';
import { alerts } from '../../features/alerts/area.ts';
import { AreaShell } from '../../ui/area/area-shell.tsx';

export const Route = createFileRoute('/alerts')({
  component: () => (
    <AreaShell area={alerts}>
      <Outlet />
    </AreaShell>
  ),
});
