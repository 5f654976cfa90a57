// The files that a machine fetches to install an agent: the installer, and the executable for its architecture with its
// checksum.

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ok } from '@belfry/domain/result';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import { type Artefact, openArtefact } from '../../lib/artefact.ts';
import { type Answer, refuse } from '../../lib/refusal.ts';
import type { AgentBuilder } from './builder.ts';

/**
 * `release` is the folder of an agent release: `belfry-docker-agent-linux-amd64`, `…-linux-arm64` and their
 * `SHA256SUMS`. The container image has the executables packed as `.gz`. `installer` is a file. Each of the two
 * may be absent.
 */
export interface AgentFiles {
  release: string;
  installer: string;
  /** Default: nobody can build the agents. */
  builder?: AgentBuilder;
}

export type Artefacts = ReturnType<typeof createArtefacts>;

export function createArtefacts({ release, installer }: AgentFiles) {
  const sums = async () => {
    const text = await readFile(path.join(release, 'SHA256SUMS'), 'utf8').catch(() => '');
    return text.split('\n').filter((line) => /^[0-9a-f]{64} /.test(line));
  };
  return {
    /** `arch` in any of its spellings. The default is the architecture of this machine. */
    async program(arch: string | undefined): Promise<Answer<Artefact>> {
      const name = programName(arch);
      if (!name.ok) return name;
      const file = path.join(release, name.value);
      const packed = await openArtefact(`${file}.gz`, notBuilt(name.value));
      return packed.ok ? ok(unpacked(name.value, packed.value)) : openArtefact(file, notBuilt(name.value));
    },
    /** The checksum in the format of `sha256sum`. */
    async checksum(arch: string | undefined): Promise<Answer<string>> {
      const name = programName(arch);
      if (!name.ok) return name;
      const line = (await sums()).find((sum) => sum.endsWith(`  ${name.value}`));
      return line ? ok(`${line}\n`) : refuse('not_found', notBuilt(`the checksum of ${name.value}`));
    },
    /** The architectures that have both a program and a checksum. */
    async architectures(): Promise<string[]> {
      const [files, summed] = [await readdir(release).catch((): string[] => []), await sums()];
      return [...new Set(spellings.values())].filter((arch) => {
        const name = fileName(arch);
        const isThere = files.includes(name) || files.includes(`${name}.gz`);
        return isThere && summed.some((sum) => sum.endsWith(`  ${name}`));
      });
    },
    installer: (): Promise<Answer<Artefact>> =>
      openArtefact(installer, { id: 'artefact.notInstalled', values: { file: path.basename(installer) } }),
  };
}

const spellings: ReadonlyMap<string, string> = new Map([
  ['amd64', 'amd64'],
  ['x64', 'amd64'],
  ['x86_64', 'amd64'],
  ['arm64', 'arm64'],
  ['aarch64', 'arm64'],
]);

const fileName = (arch: string) => `belfry-docker-agent-linux-${arch}`;

function programName(arch: string = process.arch): Answer<string> {
  const known = spellings.get(arch.toLowerCase().replace(/^linux-/, ''));
  if (known) return ok(fileName(known));
  return refuse('not_found', { id: 'artefact.platforms' });
}

const notBuilt = (what: string): Sentence => ({ id: 'artefact.notBuilt', values: { file: what } });

/** Unpacking a damaged file ends early. Its checksum then does not match. */
const unpacked = (name: string, { content }: Artefact): Artefact => ({
  name,
  content: pipeline(content, createGunzip(), () => {}),
});
