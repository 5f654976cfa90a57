import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { AppError } from './error-page.tsx';

test('an app that cannot start says so, with the error as text', () => {
  const page = renderToStaticMarkup(<AppError error={new Error('<b>no canvas</b>')} />);
  expect(page).toContain('Error Loading App');
  expect(page).toContain('&lt;b&gt;no canvas&lt;/b&gt;');
});
