// Where a text stops being JSON. `JSON.parse` does not always say it.

const TOKEN =
  /[ \t\r\n]*(?:([{}[\]:,])|("(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))/uy;

/** What may follow, as a state. `first`: a value or the end of the list. */
type Expected = 'value' | 'first value' | 'key' | 'first key' | 'colon' | 'comma' | 'nothing';

/** The offset, or undefined when it is JSON. */
export function invalidJsonAt(text: string): number | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch {
    return firstError(text);
  }
}

function firstError(text: string): number {
  const open: string[] = [];
  let expected: Expected = 'value';
  const after = (): Expected => (open.length === 0 ? 'nothing' : 'comma');
  TOKEN.lastIndex = 0;
  for (;;) {
    const from = TOKEN.lastIndex;
    const [whole, symbol, string, scalar] = TOKEN.exec(text) ?? [];
    const start = from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0);
    if (whole === undefined) return start;
    const isValue = expected === 'value' || expected === 'first value';
    const isKey = expected === 'key' || expected === 'first key';
    if (symbol === undefined) {
      if (isKey && string !== undefined) expected = 'colon';
      else if (isValue && (string !== undefined || scalar !== undefined)) expected = after();
      else return start;
    } else if ((symbol === '{' || symbol === '[') && isValue) {
      open.push(symbol);
      expected = symbol === '{' ? 'first key' : 'first value';
    } else if (symbol === ':' && expected === 'colon') expected = 'value';
    else if (symbol === ',' && expected === 'comma') expected = open.at(-1) === '{' ? 'key' : 'value';
    else if (
      (symbol === '}' && open.at(-1) === '{' && (expected === 'comma' || expected === 'first key')) ||
      (symbol === ']' && open.at(-1) === '[' && (expected === 'comma' || expected === 'first value'))
    ) {
      open.pop();
      expected = after();
    } else return start;
  }
}
