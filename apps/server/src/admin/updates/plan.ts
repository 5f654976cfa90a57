// How to install another version, for each way in which Belfry may be installed.

import { platform } from '@belfry/release/installation';
import { archiveName } from '@belfry/release/release-files';
import type { UpdatePlan } from '@belfry/schema/http/updates';
import type { Deployment } from '../../config/build.ts';

const COPY_DATA =
  'A copy of the data directory: a newer version changes the database, an older one cannot read it then';
const FETCH = (version: string) => `git fetch --tags && git checkout v${version}`;

type Way = (version: string) => Omit<UpdatePlan, 'canAutoUpdate'>;

const ways: Readonly<Record<Deployment, Way>> = {
  docker: (version) => ({
    command: 'docker compose pull && docker compose up -d',
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
    command: `${FETCH(version)} && npm run build && systemctl restart belfry`,
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
    command: `${FETCH(version)} && npm start`,
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
  `In the folder Belfry was installed to, fetch version ${version}: ${FETCH(version)}`,
];

/** An unpacked archive that no installer installed. */
const unpacked: Way = (version) => ({
  command: `minisign -Vm SHA256SUMS -p release.pub && sha256sum --ignore-missing -c SHA256SUMS && tar -xzf ${archiveName(version, platform)}`,
  instructions: [
    `Download ${archiveName(version, platform)}, SHA256SUMS and SHA256SUMS.minisig from the page of the release`,
    'Check them and unpack the archive with the command',
    'Stop Belfry, and start ./belfry-server of the new folder with the same BELFRY_DATA_DIR',
    'Reload this page',
  ],
  prerequisites: [COPY_DATA, 'minisign, and the public key of the releases'],
  estimatedTime: '2-5 minutes',
  requiresRoot: false,
  rollbackSupport: false,
});

/** Where Belfry installs it. */
const automatic: Way = (version) => ({
  instructions: [
    `Belfry downloads version ${version} and checks its signature and its checksum`,
    'It stops, copies its data, and is replaced',
    'It starts. If it is not healthy within a minute, the version before runs again, on the copy of its data',
  ],
  prerequisites: [
    'Room for the release and for a copy of the data',
    'The unit belfry-update.path and the public key of the releases, which the installer set up',
  ],
  estimatedTime: '1-2 minutes',
  requiresRoot: true,
  rollbackSupport: true,
});

export interface PlanOf {
  deployment: Deployment;
  version: string;
  /** Where its files or its page are; empty: not known. */
  address: string;
  isArchive: boolean;
  /** What keeps Belfry from installing it. Undefined: it never does, the way it was installed. */
  problems: readonly string[] | undefined;
}

export function planFor({ deployment, version, address, isArchive, problems }: PlanOf): UpdatePlan {
  const byHand = isArchive && deployment !== 'docker' ? unpacked : ways[deployment];
  return {
    canAutoUpdate: problems?.length === 0,
    ...(problems ? automatic : byHand)(version),
    ...(problems && problems.length > 0 && { problems: [...problems] }),
    ...(address !== '' && { downloadUrl: address }),
  };
}
