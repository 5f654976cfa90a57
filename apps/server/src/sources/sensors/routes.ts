// The endpoints for nodes that report their temperature.
import { getSensorInstaller, reportSensors } from '@belfry/schema/http/sensors';
import type { FastifyRequest } from 'fastify';
import type { Mount } from '../../http/mount.ts';
import { openArtefact, sendArtefact } from '../../lib/artefact.ts';
import type { Reporter } from '../reporter.ts';
import type { Sensors } from './source.ts';

export interface SensorRoutesDeps {
  sensors: Sensors;
  /** The path of the script. */
  installer: string;
  reporterOf(request: FastifyRequest): Reporter;
}

export function sensorRoutes(mount: Mount, { sensors, installer, reporterOf }: SensorRoutesDeps): void {
  mount(reportSensors, ({ body, request }) => {
    const received = sensors.receive(body, reporterOf(request));
    return received.ok ? { success: true as const, ...received.value } : received;
  });
  sensorFileRoute(mount, installer);
}

/** The script that makes a node report. A collector has it too. */
export const sensorFileRoute = (mount: Mount, installer: string): void =>
  mount(getSensorInstaller, async ({ reply }) =>
    sendArtefact(reply, await openArtefact(installer, { id: 'artefact.noSensorReport' })),
  );
