// How to install another version, for each way in which Belfry may be installed.

import { type Said, said } from '@belfry/release/exchange';
import { platform } from '@belfry/release/installation';
import { archiveName } from '@belfry/release/release-files';
import type { UpdatePlan } from '@belfry/schema/http/updates';
import type { Deployment } from '../../config/build.ts';

const COPY_DATA = said(
  'copyData',
  'A copy of the data directory: a newer version changes the database, an older one cannot read it then',
);
const RELOAD = said('reload', 'Reload this page');
const FETCH = (version: string) => `git fetch --tags && git checkout v${version}`;

type Way = (version: string) => Pick<UpdatePlan, 'command' | 'estimatedTime' | 'requiresRoot' | 'rollbackSupport'> & {
  instructions: readonly Said[];
  prerequisites: readonly Said[];
};

const ways: Readonly<Record<Deployment, Way>> = {
  docker: (version) => ({
    command: 'docker compose pull && docker compose up -d',
    instructions: [
      said(
        'pullImage',
        `Pull the image of version ${version}: docker compose pull, or docker pull with the tag you use`,
        { version },
      ),
      said(
        'restartContainer',
        'Restart the container with it: docker compose up -d, or docker stop, docker rm and docker run as before',
      ),
      RELOAD,
    ],
    prerequisites: [
      COPY_DATA,
      said('dataVolume', 'The data directory on a volume, so that the new container finds it'),
    ],
    estimatedTime: '1-2 minutes',
    requiresRoot: false,
    rollbackSupport: false,
  }),
  systemd: (version) => ({
    command: `${FETCH(version)} && npm run build && systemctl restart belfry`,
    instructions: [
      fetchVersion(version),
      said('build', 'Build it: npm run build'),
      said('restartService', 'Restart the service: systemctl restart belfry'),
      RELOAD,
    ],
    prerequisites: [COPY_DATA],
    estimatedTime: '2-5 minutes',
    requiresRoot: true,
    rollbackSupport: false,
  }),
  manual: (version) => ({
    command: `${FETCH(version)} && npm start`,
    instructions: [
      fetchVersion(version),
      said('stopByHand', 'Stop Belfry (Ctrl+C where it was started, or SIGTERM)'),
      said('startByHand', 'Start it again with npm start, which first builds the version you fetched'),
      RELOAD,
    ],
    prerequisites: [COPY_DATA],
    estimatedTime: '2-5 minutes',
    requiresRoot: false,
    rollbackSupport: false,
  }),
  development: (version) => ways.manual(version),
};

const fetchVersion = (version: string): Said =>
  said('fetchSource', `In the folder Belfry was installed to, fetch version ${version}: ${FETCH(version)}`, {
    version,
    command: FETCH(version),
  });

/** An unpacked archive that no installer installed. */
const unpacked: Way = (version) => {
  const archive = archiveName(version, platform);
  return {
    command: `minisign -Vm SHA256SUMS -p release.pub && sha256sum --ignore-missing -c SHA256SUMS && tar -xzf ${archive}`,
    instructions: [
      said('downloadArchive', `Download ${archive}, SHA256SUMS and SHA256SUMS.minisig from the page of the release`, {
        archive,
      }),
      said('checkArchive', 'Check them and unpack the archive with the command'),
      said('startArchive', 'Stop Belfry, and start ./belfry-server of the new folder with the same BELFRY_DATA_DIR'),
      RELOAD,
    ],
    prerequisites: [COPY_DATA, said('minisign', 'minisign, and the public key of the releases')],
    estimatedTime: '2-5 minutes',
    requiresRoot: false,
    rollbackSupport: false,
  };
};

/** Where Belfry installs it. */
const automatic: Way = (version) => ({
  instructions: [
    said('autoDownload', `Belfry downloads version ${version} and checks its signature and its checksum`, { version }),
    said('autoReplace', 'It stops, copies its data, and is replaced'),
    said(
      'autoStart',
      'It starts. If it is not healthy within a minute, the version before runs again, on the copy of its data',
    ),
  ],
  prerequisites: [
    said('room', 'Room for the release and for a copy of the data'),
    said('updaterUnit', 'The unit belfry-update.path and the public key of the releases, which the installer set up'),
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
  problems: readonly Said[] | undefined;
}

const texts = (all: readonly Said[]) => all.map(({ message }) => message);
const names = (all: readonly Said[]) => all.map(({ named }) => named);

export function planFor({ deployment, version, address, isArchive, problems }: PlanOf): UpdatePlan {
  const byHand = isArchive && deployment !== 'docker' ? unpacked : ways[deployment];
  const { instructions, prerequisites, ...rest } = (problems ? automatic : byHand)(version);
  const hasProblems = problems !== undefined && problems.length > 0;
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
