// Checks of the exports of values: whether the engines take them.
import { exportFormats } from '@belfry/schema/history/exports';
import { getExport } from '@belfry/schema/http/exports';
import type { Api } from '../api.ts';
import { messages } from '../messages/doctor.ts';
import { type Finding, note, problem } from './finding.ts';

const names = { prometheus: 'Prometheus', influxdb: 'InfluxDB' } as const;

export async function checkExports(api: Api): Promise<Finding[]> {
  const found = await Promise.all(
    exportFormats.map(async (format): Promise<Finding[]> => {
      const { enabled, url, status } = await api.call(getExport, { params: { format } });
      if (!enabled) return [];
      const { failing, lost, cure } = messages.exports;
      const { problem: reason, waiting, dropped, dropReason = messages.noReason } = status;
      if (reason !== undefined) return [problem(failing(names[format], url, waiting, reason), cure)];
      return dropped > 0 ? [note(lost(names[format], url, dropped, dropReason), cure)] : [];
    }),
  );
  return found.flat();
}
