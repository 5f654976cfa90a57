// The files that machines get from Belfry: installers, and the program of the agent.
import path from 'node:path';
import { createBuilder, parentOf } from './sources/docker-agent/builder.ts';

export const agentFiles = {
  release: path.join(import.meta.dirname, '../../docker-agent/release'),
  installer: path.join(import.meta.dirname, '../../../docker/install-docker-agent.sh'),
  sensorInstaller: path.join(import.meta.dirname, '../../../docker/install-sensor-report.sh'),
  builder: createBuilder(parentOf(process)),
};
