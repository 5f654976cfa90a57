// Texts of a program in another language: a folder of `packages/schema/src/languages` may have only some of them.

const isTexts = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The translation, and the English text for what is not translated. The order of the names is the English one. */
export function filledUp(english: object, translation: object | undefined): object {
  const own: Record<string, unknown> = { ...translation };
  return Object.fromEntries(
    Object.entries(english).map(([name, text]) => {
      const found = own[name];
      return [name, isTexts(text) ? filledUp(text, isTexts(found) ? found : undefined) : (found ?? text)];
    }),
  );
}
