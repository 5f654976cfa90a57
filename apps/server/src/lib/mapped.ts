/** The same names with other values. The caller says with `To` which of them becomes what. */
export const mapped = <From extends object, To extends Record<keyof From, object>>(
  from: From,
  make: (value: From[keyof From], name: keyof From) => object,
): To => Object.fromEntries(Object.entries(from).map(([name, value]) => [name, make(value, name as keyof From)])) as To;
