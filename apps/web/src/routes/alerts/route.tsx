// /alerts/*
import { createFileRoute, Outlet } from '@tanstack/react-router';
import { UnsavedConfigBar } from '../../features/alerts/alert-config/unsaved-config-bar.tsx';
import { AlertConfigDrafts } from '../../features/alerts/alert-config-draft.tsx';
import { alerts } from '../../features/alerts/area.ts';
import { AreaShell } from '../../ui/area/area-shell.tsx';

export const Route = createFileRoute('/alerts')({
  component: () => (
    <AlertConfigDrafts>
      <AreaShell area={alerts}>
        <Outlet />
        <UnsavedConfigBar />
      </AreaShell>
    </AlertConfigDrafts>
  ),
});
