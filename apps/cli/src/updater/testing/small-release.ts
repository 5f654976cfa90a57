// A release that is signed and packed like a real one, with a server of a few lines: it says its version, and writes it into
// the data folder as a migration would.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { platform } from '@belfry/release/installation';
import { archiveName } from '@belfry/release/release-files';
import { parseSigningKey, signatureOf } from '../../../../../scripts/release/signature.ts';
import { keyPair } from '../../../../../scripts/release/testing/key-pair.ts';

/** `ends`: as its start fails. `migrates`: it changes the data and then ends. `ill`: it answers that it is not healthy. */
export type Kind = 'good' | 'ends' | 'migrates' | 'ill';

const server = (version: string, kind: Kind) => `
const { createServer } = require('node:http');
const { writeFileSync } = require('node:fs');
if (${JSON.stringify(kind)} === 'ends') process.exit(1);
writeFileSync(process.env.BELFRY_DATA_DIR + '/made-by-${version}', '');
writeFileSync(process.env.BELFRY_DATA_DIR + '/belfry.db', ${JSON.stringify(`of ${version}`)});
if (${JSON.stringify(kind)} === 'migrates') process.exit(1);
createServer((request, reply) => {
  const isWell = ${JSON.stringify(kind)} !== 'ill' || request.url !== '/api/health';
  reply.writeHead(isWell ? 200 : 503).end(JSON.stringify({ status: 'healthy', version: ${JSON.stringify(version)} }));
}).listen(Number(process.env.BELFRY_PORT), '127.0.0.1');
`;

/** A release as it is unpacked. */
function unpackTo(home: string, version: string, kind: Kind = 'good'): void {
  const put = (name: string, text: string) => {
    mkdirSync(path.join(home, path.dirname(name)), { recursive: true });
    writeFileSync(path.join(home, name), text);
    chmodSync(path.join(home, name), 0o755);
  };
  put('package.json', JSON.stringify({ name: 'belfry', version, type: 'commonjs' }));
  put('belfry-server', `#!/bin/sh\nexec "${process.execPath}" "\${0%/*}/apps/server/dist/main.js"\n`);
  put('apps/server/dist/main.js', server(version, kind));
  for (const name of ['belfry', 'runtime/node', 'apps/cli/dist/belfry.js']) put(name, '');
}

export interface Machine {
  root: string;
  dataDir: string;
  keyFile: string;
  /** Packs and signs a release, and puts it with a request where the server would. */
  stage(version: string, kind?: Kind, change?: (files: StagedFiles) => void): void;
}
export interface StagedFiles {
  /** Their paths. */
  archive: string;
  sums: string;
  signature: string;
  request: string;
}

export const runId = '00000000-0000-4000-8000-000000000001';

/** A machine on which `version` is installed. */
export function createMachine(version: string): Machine {
  const folder = mkdtempSync(path.join(tmpdir(), 'belfry-updater-'));
  const at = (...names: string[]) => path.join(folder, ...names);
  const [root, dataDir, keyFile] = [at('opt'), at('data'), at('release.pub')];
  const keys = keyPair();
  writeFileSync(keyFile, keys.publicKey, { mode: 0o644 });
  for (const place of [path.join(root, 'releases'), path.join(dataDir, 'updates/staged')]) {
    mkdirSync(place, { recursive: true, mode: 0o755 });
  }
  unpackTo(path.join(root, 'releases', version), version);
  symlinkSync(`releases/${version}`, path.join(root, 'current'));
  writeFileSync(path.join(dataDir, 'belfry.db'), `of ${version}`);

  return {
    ...{ root, dataDir, keyFile },
    stage(next, kind = 'good', change = () => {}) {
      const name = archiveName(next, platform);
      const home = at('pack', path.basename(name, '.tar.gz'));
      unpackTo(home, next, kind);
      const within = (file: string) => path.join(dataDir, 'updates', file);
      const files: StagedFiles = {
        archive: within(`staged/${name}`),
        sums: within('staged/SHA256SUMS'),
        signature: within('staged/SHA256SUMS.minisig'),
        request: within('request.json'),
      };
      rmSync(within('staged'), { recursive: true, force: true });
      mkdirSync(within('staged'), { recursive: true });
      execFileSync('tar', ['-czf', files.archive, '-C', at('pack'), path.basename(home)]);
      const sum = createHash('sha256').update(readFileSync(files.archive)).digest('hex');
      writeFileSync(files.sums, `${sum}  ${name}\n`);
      const signing = parseSigningKey(keys.secretKey);
      writeFileSync(files.signature, signatureOf(signing, readFileSync(files.sums), `belfry:${next}`));
      const request = {
        id: runId,
        version: next,
        previous: version,
        requestedAt: new Date().toISOString(),
        by: 'admin',
      };
      writeFileSync(files.request, JSON.stringify(request));
      change(files);
    },
  };
}
