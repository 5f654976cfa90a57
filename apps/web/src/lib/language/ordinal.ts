const rules = new Intl.PluralRules('en', { type: 'ordinal' });
const SUFFIXES: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** English: 1st, 2nd, 3rd, 4th, 11th, 21st. */
export const ordinal = (figure: number): string => `${figure}${SUFFIXES[rules.select(figure)] ?? 'th'}`;
