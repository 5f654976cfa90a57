// Endpoints of nodes that report their temperature.
import * as z from 'zod';
import { SensorReply, SensorReport, sensorLimits } from '../agent/sensors.ts';
import { endpoint } from './endpoint.ts';

/** 409 when two watched nodes match: a report must never be shown at the wrong node. */
export const reportSensors = endpoint('POST /api/agents/sensors/report', {
  summary: 'A hypervisor node reports its temperatures',
  access: 'agent',
  rate: 'report',
  bodyLimitBytes: sensorLimits.bytes,
  foreignKeys: true,
  body: SensorReport,
  reply: SensorReply,
  errors: ['invalid_json', 'not_found', 'conflict', 'too_large'],
});

export const getSensorInstaller = endpoint('GET /install-sensor-report.sh', {
  summary: 'The script that makes a hypervisor node report its temperatures',
  access: 'public',
  contentType: 'text/plain; charset=utf-8',
  reply: z.unknown(),
  errors: ['not_found'],
});

export const sensorEndpoints = [reportSensors, getSensorInstaller];
