/** What another program sent as JSON. Undefined when it is none. */
export function foreignJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
