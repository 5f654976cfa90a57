// The installer of the agent, fetched from a running Belfry: it installs, and removes everything again.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { containersOf } from './docker-state.ts';
import { docker, noEngine, sweep, volume } from './engine/docker.ts';
import { inits, startMachine } from './engine/machine.ts';
import { type ProductContainer, startContainer } from './engine/product-container.ts';
import { buildProductImage } from './engine/product-image.ts';

const missing = await noEngine();
const folder = mkdtempSync(path.join(tmpdir(), 'belfry-sums-'));
let server: ProductContainer;
let lying: ProductContainer;

beforeAll(async () => {
  if (missing) return;
  const { tag } = await buildProductImage();
  const sums = path.join(folder, 'SHA256SUMS');
  writeFileSync(
    sums,
    ['amd64', 'arm64'].map((arch) => `${'0'.repeat(64)}  belfry-docker-agent-linux-${arch}\n`).join(''),
  );
  server = await startContainer(tag, await volume());
  const target = '/app/apps/docker-agent/release/SHA256SUMS';
  lying = await startContainer(tag, await volume(), { source: sums, target, mode: 'ro' });
});
afterAll(async () => {
  if (!missing) await sweep();
  rmSync(folder, { recursive: true, force: true });
});

const installer = ({ url }: ProductContainer, options: string) =>
  `wget -qO- ${url}/install-docker-agent.sh | sh -s -- ${options}`;
const settings = '/etc/belfry-docker-agent.env';
const program = '/usr/local/bin/belfry-docker-agent';
const brought = {
  systemd: [
    ...['/etc/systemd/system/belfry-docker-agent.service'],
    '/etc/systemd/system/multi-user.target.wants/belfry-docker-agent.service',
  ],
  openrc: [
    ...['/etc/init.d/belfry-docker-agent', '/etc/runlevels/default/belfry-docker-agent'],
    '/var/log/belfry-docker-agent.log',
  ],
  none: [],
};

test.for(inits)(
  'init system %s: installed from Belfry, the agent reports; uninstalled, nothing is left',
  async (init, ctx) => {
    if (missing) ctx.skip(missing);
    const machine = await startMachine(init);
    const said = await machine.sh(installer(server, `--url ${server.url} --token disabled --interval 5s 2>&1`));
    expect(await machine.added()).toEqual([settings, program, ...brought[init]].sort());
    expect(await machine.sh(`stat -c %a ${settings}`)).toBe('600');
    // without an init system the script prints the command to type
    const byHand = /^ {2}(set -a; .*)$/m.exec(said)?.[1];
    expect(byHand !== undefined).toBe(init === 'none');
    if (byHand) await docker('exec', '-d', machine.id, 'sh', '-c', byHand);
    const reported = async () => (await containersOf(server.url)).some(({ id }) => id === machine.id);
    await expect.poll(reported).toBe(true);

    await machine.sh(installer(server, '--uninstall'));
    if (byHand) await machine.sh('kill $(pidof belfry-docker-agent)');
    await expect.poll(() => machine.sh('pidof belfry-docker-agent || echo none')).toBe('none');
    expect(await machine.added()).toEqual([]);
    await docker('rm', '-f', machine.id);
  },
);

test('a program that does not match its checksum is not installed', async (ctx) => {
  if (missing) ctx.skip(missing);
  const machine = await startMachine('systemd');
  const install = machine.sh(installer(lying, `--url ${lying.url} --token disabled`));
  await expect(install).rejects.toThrow('the checksum does not match: nothing was installed');
  expect(await machine.added()).toEqual([]);
});
