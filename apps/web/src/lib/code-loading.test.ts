import { expect, test } from 'vitest';
import { createCodeLoading, notFetched } from './code-loading.ts';

const failure = () => new TypeError('Failed to fetch dynamically imported module: http://belfry/assets/docker-1.js');
const page = (file: string) => `<script type="module" src="${file}"></script>`;

async function handle(error: Error, fetchPage: () => Promise<string>, mayReload = true): Promise<number> {
  let reloads = 0;
  const handler = createCodeLoading({
    fetchPage,
    ownFile: '/assets/index-1.js',
    mayReload: () => mayReload,
    reload: () => void reloads++,
    text: () => 'not loaded',
  });
  await handler(error);
  return reloads;
}

test('a page whose server has another build is reloaded; one with the same build is not, so it cannot go on for ever', async () => {
  expect(await handle(failure(), async () => page('/assets/index-2.js'))).toBe(1);
  expect(await handle(failure(), async () => page('/assets/index-1.js'))).toBe(0);
});

test('a page stays while the server does not answer, and where something may have been typed', async () => {
  expect(await handle(failure(), () => Promise.reject(new TypeError('Failed to fetch')))).toBe(0);
  expect(await handle(failure(), async () => page('/assets/index-2.js'), false)).toBe(0);
});

test('the error has a text for people, and is still known as one that may pass', async () => {
  const error = failure();
  await handle(error, async () => page('/assets/index-1.js'));
  expect(error.message).toBe('not loaded');
  expect(notFetched(error)).toBe(true);
});

test('an error in the code itself is left as it is, and is not one that may pass', async () => {
  const error = new TypeError('x is undefined');
  expect(await handle(error, async () => page('/assets/index-2.js'))).toBe(0);
  expect(error.message).toBe('x is undefined');
  expect(notFetched(error)).toBe(false);
});
