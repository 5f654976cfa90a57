import { expect, test } from 'vitest';
import { checkSilence, silenceForm, silencePatch } from './silence-form.ts';

const zone = 'Europe/Berlin';
const now = Date.parse('2026-11-22T13:00:20Z');
const saved = silenceForm({ until: '2026-11-22T14:30:20Z', reason: 'disks' }, zone);
const texts = { timeNeeded: 'time', endsLater: 'later', reasonNeeded: 'reason' };

test('the form has the end in the time zone of the browser', () => {
  expect(saved).toEqual({ until: '2026-11-22T15:30', reason: 'disks' });
});

test('only what was changed is sent, and an end as minutes from now on', () => {
  expect(silencePatch(saved, saved, zone, now)).toEqual({});
  expect(silencePatch({ ...saved, reason: ' new disks ' }, saved, zone, now)).toEqual({ reason: 'new disks' });
  expect(silencePatch({ ...saved, until: '2026-11-22T16:00' }, saved, zone, now)).toEqual({ minutes: 120 });
});

test('an end that is not later than now and an empty reason are refused before anything is sent', () => {
  expect(checkSilence(saved, zone, now, texts)).toEqual({});
  expect(checkSilence({ until: '2026-11-22T14:00', reason: ' ' }, zone, now, texts)).toEqual({
    until: 'later',
    reason: 'reason',
  });
  expect(checkSilence({ ...saved, until: '' }, zone, now, texts)).toEqual({ until: 'time' });
});
