// The language of a reader.
import * as z from 'zod';
import { languageTags } from './languages.ts';

export const Spoken = z.enum(languageTags).default('en');
