// The files that install an agent: its version, the program and the installer.
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import type { Gate } from '../../http/gate.ts';
import { server } from './testing/server.ts';

test('every caller may read the version of the agent and the available processor types', async () => {
  const version = async (release: string) =>
    (await server({ gate: async () => undefined, release }).app.inject('/api/agent/version')).json();
  expect(await version('/nowhere')).toEqual({ version: 'dev', agentVersion: '1.0.0', architectures: [] });
  const { release } = releaseFolder();
  expect(await version(release)).toEqual({ version: 'dev', agentVersion: '1.0.0', architectures: ['amd64', 'arm64'] });
  // an installer would refuse a program without a checksum
  writeFileSync(path.join(release, 'SHA256SUMS'), `${'0'.repeat(64)}  belfry-docker-agent-linux-arm64\n`);
  expect(await version(release)).toMatchObject({ architectures: ['arm64'] });
  rmSync(path.join(release, 'belfry-docker-agent-linux-arm64'));
  expect(await version(release)).toMatchObject({ architectures: [] });
});

function releaseFolder() {
  const release = mkdtempSync(path.join(tmpdir(), 'belfry-release-'));
  onTestFinished(() => rmSync(release, { recursive: true }));
  const sums = ['amd64', 'arm64'].map((arch) => {
    const name = `belfry-docker-agent-linux-${arch}`;
    writeFileSync(path.join(release, name), `program for ${arch}`);
    return `${createHash('sha256').update(`program for ${arch}`).digest('hex')}  ${name}\n`;
  });
  writeFileSync(path.join(release, 'SHA256SUMS'), sums.join(''));
  const installer = path.join(release, 'install-docker-agent.sh');
  writeFileSync(installer, '#!/bin/sh\n');
  return { release, installer, gate: (async () => undefined) as Gate };
}

test('a program that is compressed on disk is sent decompressed, with its own checksum', async () => {
  const folder = releaseFolder();
  const file = path.join(folder.release, 'belfry-docker-agent-linux-arm64');
  writeFileSync(`${file}.gz`, gzipSync(readFileSync(file)));
  rmSync(file);
  const { app } = server(folder);
  const program = await app.inject('/download/belfry-docker-agent?arch=arm64');
  expect([program.statusCode, program.body]).toEqual([200, 'program for arm64']);
  expect(program.headers).toMatchObject({ 'content-type': 'application/octet-stream' });
  expect(program.headers['content-encoding']).toBeUndefined();
});

test('the default architecture is the one of the server; a 404 lists the available ones', async () => {
  const { app } = server(releaseFolder());
  const own = process.arch === 'arm64' ? 'arm64' : 'amd64';
  expect((await app.inject('/download/belfry-docker-agent')).body).toBe(`program for ${own}`);
  for (const arch of ['armv7', 'riscv64', '../../etc/passwd', 'constructor', '']) {
    const reply = await app.inject(`/download/belfry-docker-agent?arch=${encodeURIComponent(arch)}`);
    expect([reply.statusCode, reply.json().error]).toEqual([
      404,
      expect.stringContaining('linux-amd64 and linux-arm64'),
    ]);
  }
});

test('404: the answer for a missing program explains how to build it', async () => {
  const { app } = server();
  for (const url of ['/download/belfry-docker-agent?arch=arm64', '/download/belfry-docker-agent.sha256?arch=arm64']) {
    const reply = await app.inject(url);
    expect([reply.statusCode, reply.json().error]).toEqual([404, expect.stringContaining('npm run agents')]);
  }
  expect((await app.inject('/install-docker-agent.sh')).statusCode).toBe(404);
});

test('the installer is plain text and is not cached', async () => {
  const reply = await server(releaseFolder()).app.inject('/install-docker-agent.sh');
  expect([reply.statusCode, reply.body]).toEqual([200, '#!/bin/sh\n']);
  expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(reply.headers['cache-control']).toBe('no-store');
});

test.for([
  ['amd64', 'amd64'],
  ['linux-amd64', 'amd64'],
  ['x86_64', 'amd64'],
  ['X64', 'amd64'],
  ['linux-arm64', 'arm64'],
  ['aarch64', 'arm64'],
])('the download for %s is the program for %s with its correct checksum', async ([arch, file]) => {
  const { app } = server(releaseFolder());
  const program = await app.inject(`/download/belfry-docker-agent?arch=${arch}`);
  expect([program.statusCode, program.body]).toEqual([200, `program for ${file}`]);
  expect(program.headers).toMatchObject({ 'content-type': 'application/octet-stream', 'cache-control': 'no-store' });
  const sum = await app.inject(`/download/belfry-docker-agent.sha256?arch=${arch}`);
  expect(sum.headers['content-type']).toContain('text/plain');
  expect(sum.body).toBe(
    `${createHash('sha256').update(program.rawPayload).digest('hex')}  belfry-docker-agent-linux-${file}\n`,
  );
});
