import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LoadFailure } from './load-failure.tsx';

const shown = (isFetching: boolean) =>
  renderToStaticMarkup(
    <LoadFailure
      text="The settings could not be loaded:"
      query={{ error: new Error('The disk is full'), isFetching, refetch: () => Promise.reject(new Error('again')) }}
    />,
  );

test('what could not be loaded says why and offers to try again, once at a time', () => {
  expect(shown(false)).toContain('The settings could not be loaded: The disk is full');
  expect(shown(false)).toMatch(/<button(?![^>]* disabled="")[^>]*>Retry<\/button>/);
  expect(shown(true)).toMatch(/<button[^>]* disabled=""[^>]*>Retry<\/button>/);
});
