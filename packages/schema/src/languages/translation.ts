type Text<English> = English extends string
  ? string
  : English extends (...given: infer Given) => string
    ? (...given: Given) => string
    : English extends readonly unknown[]
      ? English
      : Translation<English>;

/** Texts in another language. A text that is missing stays English until it is translated; a test lists the missing ones. */
export type Translation<English> = { readonly [Name in keyof English]?: Text<English[Name]> };
