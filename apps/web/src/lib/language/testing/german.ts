import { german as words } from '@belfry/schema/languages/de/german';
import { texts } from '@belfry/schema/languages/de/web/texts';
import { translated } from '../translated.ts';

export const german = translated(words, texts);
