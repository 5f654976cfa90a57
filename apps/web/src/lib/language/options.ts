type Pairs<Key extends string> = readonly (readonly [value: Key, text: string])[];
type Texts<Key extends string> = Readonly<Record<Key, string>>;

/** The choices of a control: `[['node', 'By node']]`, or their texts in that order: `{ node: 'By node' }`. */
export type Options<Key extends string> = Pairs<Key> | Texts<Key>;

const arePairs = <Key extends string>(options: Options<Key>): options is Pairs<Key> => Array.isArray(options);

export const optionsOf = <Key extends string>(options: Options<Key>): Pairs<Key> =>
  arePairs(options) ? options : (Object.entries(options) as [Key, string][]);
