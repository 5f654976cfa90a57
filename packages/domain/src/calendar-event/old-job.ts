// Backup jobs of Proxmox VE before 7.1 have weekdays and a time in place of a calendar event. Later releases still list jobs that
// nobody has changed since with these two fields (`/etc/pve/vzdump.cron`).

/** `dow`: `mon,tue`, all days when it is missing. `starttime`: `02:00`. Undefined when there is no time. */
export const scheduleOfOldJob = (job: {
  dow?: string | undefined;
  starttime?: string | undefined;
}): string | undefined =>
  job.starttime === undefined ? undefined : [job.dow, job.starttime].filter((part) => part).join(' ');
