// How to install another version, for each way in which Belfry may be installed.

import { type UpdateText, updateText } from '@belfry/domain/update-text';
import { platform } from '@belfry/release/installation';
import { archiveName } from '@belfry/release/release-files';
import type { UpdatePlan } from '@belfry/schema/http/updates';
import type { Deployment } from '../../config/build.ts';

const COPY_DATA = updateText('copyData');
const RELOAD = updateText('reload');
const FETCH = (version: string) => `git fetch --tags && git checkout v${version}`;

type Way = (version: string) => Pick<UpdatePlan, 'command' | 'estimatedTime' | 'requiresRoot' | 'rollbackSupport'> & {
  instructions: readonly UpdateText[];
  prerequisites: readonly UpdateText[];
};

const ways: Readonly<Record<Deployment, Way>> = {
  docker: (version) => ({
    command: 'docker compose pull && docker compose up -d',
    instructions: [updateText('pullImage', { version }), updateText('restartContainer'), RELOAD],
    prerequisites: [COPY_DATA, updateText('dataVolume')],
    estimatedTime: '1-2 minutes',
    requiresRoot: false,
    rollbackSupport: false,
  }),
  systemd: (version) => ({
    command: `${FETCH(version)} && npm run build && systemctl restart belfry`,
    instructions: [fetchVersion(version), updateText('build'), updateText('restartService'), RELOAD],
    prerequisites: [COPY_DATA],
    estimatedTime: '2-5 minutes',
    requiresRoot: true,
    rollbackSupport: false,
  }),
  proxmoxve: (version) => ({
    command: 'update',
    instructions: [updateText('typeUpdate', { version }), updateText('restartService'), RELOAD],
    prerequisites: [COPY_DATA],
    estimatedTime: '2-5 minutes',
    requiresRoot: true,
    rollbackSupport: true,
  }),
  manual: (version) => ({
    command: `${FETCH(version)} && npm start`,
    instructions: [fetchVersion(version), updateText('stopByHand'), updateText('startByHand'), RELOAD],
    prerequisites: [COPY_DATA],
    estimatedTime: '2-5 minutes',
    requiresRoot: false,
    rollbackSupport: false,
  }),
  development: (version) => ways.manual(version),
};

const fetchVersion = (version: string): UpdateText =>
  updateText('fetchSource', {
    version,
    command: FETCH(version),
  });

/** An unpacked archive that no installer installed. */
const unpacked: Way = (version) => {
  const archive = archiveName(version, platform);
  return {
    command: `minisign -Vm SHA256SUMS -p release.pub && sha256sum --ignore-missing -c SHA256SUMS && tar -xzf ${archive}`,
    instructions: [
      updateText('downloadArchive', {
        archive,
      }),
      updateText('checkArchive'),
      updateText('startArchive'),
      RELOAD,
    ],
    prerequisites: [COPY_DATA, updateText('minisign')],
    estimatedTime: '2-5 minutes',
    requiresRoot: false,
    rollbackSupport: false,
  };
};

/** Where Belfry installs it. */
const automatic: Way = (version) => ({
  instructions: [
    updateText('autoDownload', {
      version,
    }),
    updateText('autoReplace'),
    updateText('autoStart'),
  ],
  prerequisites: [updateText('room'), updateText('updaterUnit')],
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
