import { ExportConfig } from '@belfry/schema/history/exports';
import { MASK } from '@belfry/schema/notifications/mask';
import { beforeAll, expect, test } from 'vitest';
import { english, speak } from '../../../lib/language/in-language.ts';
import { checkExport, exportConfig, exportForm } from './export-form.ts';

beforeAll(() => speak(english));

const saved = {
  ...ExportConfig.parse({
    enabled: true,
    url: 'https://tsdb.lan/api/v1/write',
    secret: MASK,
    labels: { site: 'home' },
  }),
  status: { waiting: 0, waitingBytes: 0, sent: 1, dropped: 0 },
};
const form = exportForm(saved);

test('the stored secret is never in the form, and stays unless another one is typed or the address is removed', () => {
  expect(form.secret).toBe('');
  expect(exportConfig(form, true).secret).toBe(MASK);
  expect(exportConfig({ ...form, secret: 'new' }, true).secret).toBe('new');
  expect(exportConfig({ ...form, url: '' }, true).secret).toBe('');
  expect(exportConfig(form, false).secret).toBe('');
});

test('what is sent is a configuration that the server accepts', () => {
  const typed = { ...form, labels: 'site=home , rack = "a=b"', intervalSeconds: '60' };
  expect(checkExport(typed)).toEqual({});
  expect(ExportConfig.parse(exportConfig(typed, true))).toMatchObject({
    labels: { site: 'home', rack: '"a=b"' },
    intervalSeconds: 60,
  });
});

test('wrong numbers, wrong labels and a missing address are refused before anything is sent', () => {
  for (const intervalSeconds of ['', '9', '3601', '1e2', '10.5'])
    expect(Object.keys(checkExport({ ...form, intervalSeconds }))).toEqual(['intervalSeconds']);
  for (const labels of ['site', 'a-b=c', '=x', '1a=b'])
    expect(Object.keys(checkExport({ ...form, labels }))).toEqual(['labels']);
  expect(Object.keys(checkExport({ ...form, url: ' ' }))).toEqual(['url']);
  expect(checkExport({ ...form, url: '', enabled: false })).toEqual({});
});
