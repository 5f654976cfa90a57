/** The choices of a control in the order of their texts: `{ node: 'By node' }` is `[['node', 'By node']]`. */
export const optionsOf = <Key extends string>(texts: Readonly<Record<Key, string>>): [value: Key, text: string][] =>
  Object.entries(texts) as [Key, string][];
