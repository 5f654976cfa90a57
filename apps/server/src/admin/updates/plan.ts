// How to install another version, for each way in which Belfry may be installed.
import type { UpdatePlan } from '@belfry/schema/http/updates';
import type { Deployment } from '../../config/build.ts';

const COPY_DATA =
  'A copy of the data directory: a newer version changes the database, an older one cannot read it then';

const ways: Readonly<Record<Deployment, (version: string) => Omit<UpdatePlan, 'canAutoUpdate'>>> = {
  docker: (version) => ({
    instructions: [
      `Pull the image of version ${version}: docker compose pull, or docker pull with the tag you use`,
      'Restart the container with it: docker compose up -d, or docker stop, docker rm and docker run as before',
      'Reload this page',
    ],
    prerequisites: [COPY_DATA, 'The data directory on a volume, so that the new container finds it'],
    estimatedTime: '1-2 minutes',
    requiresRoot: false,
    rollbackSupport: false,
  }),
  systemd: (version) => ({
    instructions: [
      ...fetchVersion(version),
      'Build it: npm run build',
      'Restart the service: systemctl restart belfry',
      'Reload this page',
    ],
    prerequisites: [COPY_DATA],
    estimatedTime: '2-5 minutes',
    requiresRoot: true,
    rollbackSupport: false,
  }),
  manual: (version) => ({
    instructions: [
      ...fetchVersion(version),
      'Stop Belfry (Ctrl+C where it was started, or SIGTERM)',
      'Start it again with npm start, which first builds the version you fetched',
      'Reload this page',
    ],
    prerequisites: [COPY_DATA],
    estimatedTime: '2-5 minutes',
    requiresRoot: false,
    rollbackSupport: false,
  }),
  development: (version) => ways.manual(version),
};

const fetchVersion = (version: string): string[] => [
  `In the folder Belfry was installed to, fetch version ${version}: git fetch --tags && git checkout v${version}`,
];

export const planFor = (deployment: Deployment, version: string, page: string): UpdatePlan => ({
  canAutoUpdate: false,
  ...ways[deployment](version),
  ...(page !== '' && { downloadUrl: page }),
});
