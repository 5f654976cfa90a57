// Reloads the page after the server has come back with another version, because the old page no longer fits it.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { usePathname } from '../lib/pathname.ts';
import { useConnection } from '../live/use-live.ts';
import { version } from './monitoring.ts';

/** How long to wait after the connection is back: a server that restarts is busy at first. */
const ASK_AFTER_MS = 1_000;
/** The pages where a reload loses nothing that was typed. */
const WATCHED = /^\/(proxmox|docker)(\/|$)/;
export const losesNothing = (path: string): boolean => WATCHED.test(path);

/** Reloads the page when nobody is editing a form. */
export function useNewServer(): void {
  const connection = useConnection();
  const back = connection.state === 'connected' && connection.again;
  const queries = useQueryClient();
  useEffect(() => {
    if (!back) return;
    const timer = setTimeout(() => void queries.invalidateQueries({ queryKey: version.queryKey }), ASK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [back, queries]);

  const pathname = usePathname();
  const running = useQuery(version).data?.version;
  const first = useRef(running);
  first.current ??= running;
  const other = running !== undefined && running !== first.current;
  const idle = losesNothing(pathname);
  useEffect(() => {
    if (other && idle) location.reload();
  }, [other, idle]);
}
