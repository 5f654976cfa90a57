// How to install another version, for each way in which Belfry may be installed.

import { type UpdateText, updateText } from '@belfry/release/exchange';
import { platform } from '@belfry/release/installation';
import { archiveName } from '@belfry/release/release-files';
import type { UpdatePlan } from '@belfry/schema/http/updates';
import type { Deployment } from '../../config/build.ts';

const COPY_DATA = updateText(
  'copyData',
  'A copy of the data directory: a newer version changes the database, an older one cannot read it then',
);
const RELOAD = updateText('reload', 'Reload this page');
const FETCH = (version: string) => `git fetch --tags && git checkout v${version}`;

type Way = (version: string) => Pick<UpdatePlan, 'command' | 'estimatedTime' | 'requiresRoot' | 'rollbackSupport'> & {
  instructions: readonly UpdateText[];
  prerequisites: readonly UpdateText[];
};

const ways: Readonly<Record<Deployment, Way>> = {
  docker: (version) => ({
    command: 'docker compose pull && docker compose up -d',
    instructions: [
      updateText(
        'pullImage',
        `Pull the image of version ${version}: docker compose pull, or docker pull with the tag you use`,
        { version },
      ),
      updateText(
        'restartContainer',
        'Restart the container with it: docker compose up -d, or docker stop, docker rm and docker run as before',
      ),
      RELOAD,
    ],
    prerequisites: [
      COPY_DATA,
      updateText('dataVolume', 'The data directory on a volume, so that the new container finds it'),
    ],
    estimatedTime: '1-2 minutes',
    requiresRoot: false,
    rollbackSupport: false,
  }),
  systemd: (version) => ({
    command: `${FETCH(version)} && npm run build && systemctl restart belfry`,
    instructions: [
      fetchVersion(version),
      updateText('build', 'Build it: npm run build'),
      updateText('restartService', 'Restart the service: systemctl restart belfry'),
      RELOAD,
    ],
    prerequisites: [COPY_DATA],
    estimatedTime: '2-5 minutes',
    requiresRoot: true,
    rollbackSupport: false,
  }),
  proxmoxve: (version) => ({
    command: 'update',
    instructions: [
      updateText(
        'typeUpdate',
        `Type update in the console of the container (pct enter on the Proxmox VE host), for version ${version}`,
        { version },
      ),
      updateText('restartService', 'Restart the service: systemctl restart belfry'),
      RELOAD,
    ],
    prerequisites: [COPY_DATA],
    estimatedTime: '2-5 minutes',
    requiresRoot: true,
    rollbackSupport: true,
  }),
  manual: (version) => ({
    command: `${FETCH(version)} && npm start`,
    instructions: [
      fetchVersion(version),
      updateText('stopByHand', 'Stop Belfry (Ctrl+C where it was started, or SIGTERM)'),
      updateText('startByHand', 'Start it again with npm start, which first builds the version you fetched'),
      RELOAD,
    ],
    prerequisites: [COPY_DATA],
    estimatedTime: '2-5 minutes',
    requiresRoot: false,
    rollbackSupport: false,
  }),
  development: (version) => ways.manual(version),
};

const fetchVersion = (version: string): UpdateText =>
  updateText('fetchSource', `In the folder Belfry was installed to, fetch version ${version}: ${FETCH(version)}`, {
    version,
    command: FETCH(version),
  });

/** An unpacked archive that no installer installed. */
const unpacked: Way = (version) => {
  const archive = archiveName(version, platform);
  return {
    command: `minisign -Vm SHA256SUMS -p release.pub && sha256sum --ignore-missing -c SHA256SUMS && tar -xzf ${archive}`,
    instructions: [
      updateText(
        'downloadArchive',
        `Download ${archive}, SHA256SUMS and SHA256SUMS.minisig from the page of the release`,
        {
          archive,
        },
      ),
      updateText('checkArchive', 'Check them and unpack the archive with the command'),
      updateText(
        'startArchive',
        'Stop Belfry, and start ./belfry-server of the new folder with the same BELFRY_DATA_DIR',
      ),
      RELOAD,
    ],
    prerequisites: [COPY_DATA, updateText('minisign', 'minisign, and the public key of the releases')],
    estimatedTime: '2-5 minutes',
    requiresRoot: false,
    rollbackSupport: false,
  };
};

/** Where Belfry installs it. */
const automatic: Way = (version) => ({
  instructions: [
    updateText('autoDownload', `Belfry downloads version ${version} and checks its signature and its checksum`, {
      version,
    }),
    updateText('autoReplace', 'It stops, copies its data, and is replaced'),
    updateText(
      'autoStart',
      'It starts. If it is not healthy within a minute, the version before runs again, on the copy of its data',
    ),
  ],
  prerequisites: [
    updateText('room', 'Room for the release and for a copy of the data'),
    updateText(
      'updaterUnit',
      'The unit belfry-update.path and the public key of the releases, which the installer set up',
    ),
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
  problems: readonly UpdateText[] | undefined;
}

const texts = (all: readonly UpdateText[]) => all.map(({ message }) => message);
const names = (all: readonly UpdateText[]) => all.map(({ named }) => named);

export function planFor({ deployment, version, address, isArchive, problems }: PlanOf): UpdatePlan {
  const hasProblems = problems !== undefined && problems.length > 0;
  const byHand = isArchive && deployment !== 'docker' && deployment !== 'proxmoxve' ? unpacked : ways[deployment];
  // the installer in the container needs nothing of what Belfry itself lacks
  const isAutomatic = problems !== undefined && !(hasProblems && deployment === 'proxmoxve');
  const { instructions, prerequisites, ...rest } = (isAutomatic ? automatic : byHand)(version);
  return {
    canAutoUpdate: problems?.length === 0,
    ...rest,
    instructions: texts(instructions),
    prerequisites: texts(prerequisites),
    ...(hasProblems && { problems: texts(problems) }),
    ...(address !== '' && { downloadUrl: address }),
    named: {
      instructions: names(instructions),
      prerequisites: names(prerequisites),
      ...(hasProblems && { problems: names(problems) }),
    },
  };
}
