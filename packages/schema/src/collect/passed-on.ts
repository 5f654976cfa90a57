// What machines of a site may call at their collector, which passes it on: one endpoint of the server each, and nothing else.
import { reportDockerHost } from '../http/docker.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { autoRegister, setupScript } from '../http/onboarding.ts';
import { pushProxmox } from '../http/proxmox-push.ts';
import { reportSensors } from '../http/sensors.ts';

export const passedOn = {
  'docker-report': reportDockerHost,
  'sensor-report': reportSensors,
  'proxmox-push': pushProxmox,
  'setup-script': setupScript,
  register: autoRegister,
} as const satisfies Record<string, Endpoint>;

export type PassedOn = keyof typeof passedOn;
export const passedOnNames = Object.keys(passedOn) as [PassedOn, ...PassedOn[]];
