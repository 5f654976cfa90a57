// Restore tests on their screen: one is handed out for a guest and ended; those that passed, were refused or are open are told apart.
import { expect, test } from 'vitest';
import { aGuest } from './made.ts';
import { useStage } from './stage.ts';
import { expectAccessible, expectWhole, sizes } from './views.ts';

const open = useStage();
const PATH = '/proxmox/backups/tests';

const at = (time: string) => `2026-10-17T${time}Z`;
const drill = {
  ...{ guest: 'lab-110', instance: 'lab', type: 'qemu', vmid: 110, tags: [], ports: [3306], by: 'anna' },
  backup: { volid: 'pbs-brandt:backup/vm/110/2026-10-17T00:14:03Z', time: at('00:14:03'), storage: 'pbs-brandt' },
  target: { node: 'pve-b3', vmid: 9110, storage: 'local-zfs' },
  ...{ createdAt: at('07:50:12'), until: at('15:50:12'), patienceMs: 900_000, use: { from: 41, to: 42.5 } },
};
const begun = [
  { step: 'handedOut', at: at('07:50:12') },
  { step: 'restoreBegan', at: at('08:02:11'), note: 'root@pam' },
];
const passed = {
  ...{ ...drill, id: 'b', name: 'mariadb-1', state: 'done', restoreMs: 620_000, bridges: [] },
  seen: [
    ...begun,
    { step: 'restoreEnded', at: at('08:09:37') },
    { step: 'started', at: at('08:10:02') },
    { step: 'agentAnswered', at: at('08:10:41'), notBefore: at('08:10:12') },
    { step: 'filesRead', at: at('08:11:20'), note: '41.7 %' },
    { step: 'portsOpen', at: at('08:12:31'), note: '3306' },
    { step: 'removed', at: at('08:31:50') },
  ],
};
const drills = [
  { ...drill, id: 'a', name: 'web-1', state: 'running', seen: begun, problem: 'No route to host' },
  passed,
  {
    ...drill,
    id: 'c',
    name: 'files',
    state: 'refused',
    reason: 'otherBackup',
    detail: 'vm/110/2026-10-16T00:14:03Z',
    seen: begun,
  },
];
const script = {
  restore: `(\nqmrestore '${drill.backup.volid}' 9110\n)\n`,
  remove: 'qm stop 9110\nqm destroy 9110 --purge 1\n',
};

test('what is open, passed or was refused is told apart, and the pages are whole and accessible at every size', async (ctx) => {
  const { page, goto, answer } = await open(ctx, '/journal');
  await answer('/api/drills', { drills });
  for (const each of drills) await answer(`/api/drills/${each.id}`, { drill: each, script });
  for (const [search, text] of [
    ['', 'Another backup was restored.'],
    ['?open=a', 'The host did not answer just now: No route to host'],
    ['?open=b', 'mariadb-1 was back in 10m 20s.'],
    ['?open=c', 'The restore test of files was refused.'],
  ] as const) {
    await goto(`${PATH}${search}`);
    await page.getByText(text).first().waitFor();
    for (const viewport of sizes) {
      await page.setViewportSize(viewport);
      await page.getByText(text).first().waitFor();
      await expectWhole(page, `restore tests ${search}`);
      await expectAccessible(page);
    }
  }
});

test('a guest is chosen and its restore test is handed out and ended, with the keyboard', async (ctx) => {
  const guest = aGuest({ id: 'lab-110', name: 'mariadb-1', vmid: 110 });
  const { page, goto, answer } = await open(ctx, '/journal', { state: { vms: [guest] } });
  await answer('/api/drills', { drills: [], ...passed, state: 'waiting' });
  await answer('/api/drills/b', {
    drill: { ...drill, id: 'b', name: 'mariadb-1', state: 'waiting', seen: begun },
    script,
  });
  await goto(PATH);
  await page.getByRole('heading', { name: 'No restore tests yet' }).waitFor();
  await page.keyboard.press('n');
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
  await page.getByRole('button', { name: 'Hand out' }).click();
  await expect.poll(() => page.getByText('Choose a guest', { exact: true }).count()).toBe(1);
  await page.getByLabel('Ports').fill('22, 99999');
  await page.getByRole('button', { name: 'Hand out' }).click();
  await page.getByText('Write numbers from 1 to 65535').waitFor();
  await page.getByLabel('Ports').fill('3306');
  await page.getByLabel('Guest').fill('maria');
  await page.getByRole('option', { name: /mariadb-1/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Hand out' }).press('Enter');
  await page.getByText('The restore test of mariadb-1 is open.').waitFor();
  await page.getByRole('button', { name: 'End it' }).press('Enter');
  const asked = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/abort'));
  await answer('/api/drills/b/abort', { ...passed, state: 'aborted' });
  await answer('/api/drills/b', {
    drill: { ...drill, id: 'b', name: 'mariadb-1', state: 'aborted', seen: begun },
    script,
  });
  await page.getByRole('dialog').getByRole('button', { name: 'End it' }).press('Enter');
  await asked;
  await page.getByText('The restore test of mariadb-1 was ended by hand.').waitFor();
});
