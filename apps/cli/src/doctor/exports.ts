// Checks of the exports of values: whether the engines take them.
import { exportFormats } from '@belfry/schema/history/exports';
import { getExport } from '@belfry/schema/http/exports';
import type { Api } from '../api.ts';
import { type Finding, note, problem } from './finding.ts';

const names = { prometheus: 'Prometheus', influxdb: 'InfluxDB' } as const;

export async function checkExports(api: Api): Promise<Finding[]> {
  const found = await Promise.all(
    exportFormats.map(async (format): Promise<Finding[]> => {
      const { enabled, url, status } = await api.call(getExport, { params: { format } });
      if (!enabled) return [];
      const where = `The export to ${names[format]} at ${url}`;
      const cure = 'Test it under Settings, Exports: it says what the engine answers.';
      if (status.problem !== undefined)
        return [problem(`${where} does not work, ${status.waiting} values wait: ${status.problem}`, cure)];
      return status.dropped > 0
        ? [
            note(
              `${where} has lost ${status.dropped} values since the start: ${status.dropReason ?? 'no reason'}`,
              cure,
            ),
          ]
        : [];
    }),
  );
  return found.flat();
}
