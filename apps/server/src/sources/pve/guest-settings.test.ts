// The answers of real hosts go through the comparison of configurations without a false change.
import { changesBetween } from '@belfry/domain/journal/changes';
import { guestSettings } from '@belfry/domain/journal/guest-settings';
import { expect, it } from 'vitest';
import { isRaw, type Raw } from '../proxmox-api/read.ts';
import { noRecordings, realAnswersTo, recordingsOf } from '../testing/recordings.ts';

const CONFIG = /^\/nodes\/[^/]+\/(?:qemu|lxc)\/[^/]+\/config$/;
const answers = [
  ...realAnswersTo(CONFIG),
  ...recordingsOf('pve', CONFIG).map(({ file, body }) => ({ file, data: body.data })),
].flatMap(({ file, data }) => (isRaw(data) ? [{ file, data }] : []));

const typeOf = (data: Raw) => (data.hostname === undefined && data.rootfs === undefined ? 'qemu' : 'lxc');

/** The same configuration, as another release or another run of the host may write it. */
function written(data: Raw): Raw {
  const lines = Object.entries(data).map(([name, value]): [string, unknown] => {
    if (typeof value === 'number') return [name, String(value)];
    if (typeof value === 'string' && /^\d+$/.test(value)) return [name, Number(value)];
    if (name === 'tags' && typeof value === 'string') return [name, value.split(';').reverse().join(';')];
    if (Array.isArray(value)) return [name, value.toReversed()];
    return [name, value];
  });
  return { ...Object.fromEntries(lines.reverse()), digest: 'another', lock: 'backup' };
}

it('a configuration of a real host has no change when it is only written differently', (ctx) => {
  if (answers.length === 0) ctx.skip(noRecordings ?? 'the recorded answers have no configuration of a guest');
  expect(answers.length).toBeGreaterThan(5);
  for (const { file, data } of answers) {
    const type = typeOf(data);
    const settings = guestSettings(data, type);
    expect(Object.keys(settings).length, file).toBeGreaterThan(0);
    expect(changesBetween(settings, guestSettings(written(data), type)), file).toEqual([]);
  }
});
