// A simulated datacentre with every kind of instance, as hosts to configure.
import { type Lab, nodeConfig, startLab } from '@belfry/lab/datacentre';
import { type Neighbours, startNeighbours } from '@belfry/lab/neighbours';
import { NodeConfig } from '@belfry/schema/config/node';
import { onTestFinished } from 'vitest';

export interface Place {
  lab: Lab;
  neighbours: Neighbours;
  nodes: NodeConfig[];
}

/** One cluster of two, a backup server its storages point to, a mail gateway. `clock`: epoch ms on all hosts. `calm`: nothing fails. */
export async function place({ clock = Date.now, calm = false } = {}): Promise<Place> {
  const lab = await startLab({ nodes: 2, guests: 10, seed: 5, authDelayMs: 0, version: 9.2, clock, calm });
  onTestFinished(() => lab.stop());
  const neighbours = await startNeighbours(lab, { backupServers: 1, mailGateways: 1, seed: 5 });
  onTestFinished(() => neighbours.stop());
  const configs = [
    ...lab.instances.map(nodeConfig),
    ...neighbours.backupServers.map((server) => server.config()),
    ...neighbours.mailGateways.map((gateway) => gateway.config()),
  ];
  return { lab, neighbours, nodes: configs.map((config) => NodeConfig.parse(config)) };
}
