// Whether a template works: it is rendered for samples, and what it makes must be JSON.
import { fail, ok, type Result } from '@belfry/domain/result';
import type { Message } from '../notifier.ts';
import { samples } from '../text/sample.ts';
import { dataOf, type TemplateSettings } from './data.ts';
import { invalidJsonAt } from './json.ts';
import { parseTemplate } from './parse.ts';
import { errorAt, type TemplateError } from './position.ts';
import { type RenderOptions, renderOutput } from './render.ts';

/** What the template makes of one message. */
export function previewTemplate(
  source: string,
  message: Pick<Message, 'notice' | 'publicUrl'>,
  settings: TemplateSettings,
  options: RenderOptions,
): Result<string, TemplateError> {
  const parsed = parseTemplate(source);
  if (!parsed.ok) return parsed;
  const rendered = renderOutput(parsed.value, dataOf(message, settings), options);
  if (!rendered.ok) return rendered;
  const text = rendered.value.text();
  const wrong = options.isText ? undefined : invalidJsonAt(text);
  if (wrong === undefined) return ok(text);
  const near = JSON.stringify(text.slice(wrong, wrong + 20));
  const isCut = wrong >= text.length;
  const problem = isCut ? 'the end is missing' : `${near} is not expected`;
  const at = isCut ? source.length : rendered.value.originOf(wrong);
  return fail(errorAt(source, at, `The result is not valid JSON: ${problem}.`));
}

/** With one alert, a group, an end and without a link. The first error. */
export function checkTemplate(
  source: string,
  settings: TemplateSettings,
  options: RenderOptions,
): TemplateError | undefined {
  for (const notice of samples(0))
    for (const publicUrl of ['https://belfry.example', '']) {
      const preview = previewTemplate(source, { notice, publicUrl }, settings, options);
      if (!preview.ok) return preview.error;
    }
  return undefined;
}
