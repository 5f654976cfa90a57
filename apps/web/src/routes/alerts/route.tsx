// /alerts/*
import { createFileRoute, Outlet } from '@tanstack/react-router';
import { AlertConfigDrafts } from '../../alert-config/draft.tsx';
import { UnsavedConfigBar } from '../../alert-config/unsaved-config-bar.tsx';
import { alerts } from '../../features/alerts/area.ts';
import { AreaShell } from '../../ui/area/area-shell.tsx';
import { placeOf } from './-config-place.ts';

export const Route = createFileRoute('/alerts')({
  component: () => (
    <AlertConfigDrafts>
      <AreaShell area={alerts}>
        <Outlet />
        <UnsavedConfigBar placeOf={placeOf} />
      </AreaShell>
    </AlertConfigDrafts>
  ),
});
