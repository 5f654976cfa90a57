// The names of persons, which an identity provider or a proxy chooses.
import { oneLine } from '@belfry/schema/one-line';

const LONGEST_NAME = 128;

/** The name of a person in one line, cut to 128 characters. Empty where nothing is left. */
export const personName = (text: string): string => Array.from(oneLine(text)).slice(0, LONGEST_NAME).join('').trim();
