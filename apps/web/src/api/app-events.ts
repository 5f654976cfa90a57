// Changes by other sessions that are announced on the socket: the theme, guest metadata, thresholds, new versions.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useMay } from '../lib/may.ts';
import { savePref } from '../lib/prefs.ts';
import { serverThemePref } from '../lib/theme.ts';
import { useConnection, useLiveStore } from '../live/use-live.ts';
import { alertConfig } from './alert-config.ts';
import { guestMetadata } from './guest-metadata.ts';
import { discoveryKey, nodesKey } from './node-events.ts';
import { system } from './system.ts';

/** Once per page, while signed in. */
export function useAppEvents(): void {
  const live = useLiveStore();
  const queries = useQueryClient();
  const theme = useQuery({ ...system, enabled: useMay('read') }).data?.theme;
  useEffect(() => {
    if (theme !== undefined) savePref(serverThemePref, theme);
  }, [theme]);

  useEffect(
    () =>
      live.onEvent((message) => {
        if (message.type === 'settingsUpdate' || message.type === 'theme_changed') {
          savePref(serverThemePref, message.data.theme);
          void queries.invalidateQueries({ queryKey: system.queryKey });
        }
        if (message.type === 'guest_metadata_changed')
          void queries.invalidateQueries({ queryKey: guestMetadata.queryKey });
        if (message.type === 'alert_config_changed') void queries.invalidateQueries({ queryKey: alertConfig.queryKey });
        if (message.type === 'update:progress' && message.data.status === 'available')
          // new versions are rare, so the code for them is not in the first file
          void import('./updates.ts').then(({ lookForUpdates }) => lookForUpdates(null)).catch(() => undefined);
      }),
    [live, queries],
  );

  // Announcements were missed while the connection was lost, so their data is fetched.
  const { state } = useConnection();
  const lost = useRef(false);
  useEffect(() => {
    if (state === 'reconnecting') lost.current = true;
    if (state !== 'connected' || !lost.current) return;
    lost.current = false;
    for (const queryKey of [system.queryKey, guestMetadata.queryKey, alertConfig.queryKey, nodesKey, discoveryKey])
      void queries.invalidateQueries({ queryKey });
  }, [state, queries]);
}
