// Makes the text of a template and its data. The work is bounded, and no code of the template is ever run.
import { fail, ok, type Result } from '@belfry/domain/result';
import { functions, isTrue } from './functions.ts';
import { createOutput, type Output } from './output.ts';
import { errorAt, Fault, type TemplateError } from './position.ts';
import type { Expression, Node, Template } from './syntax.ts';
import { type Fields, Printed, type Value, Verbatim } from './values.ts';

const MAX_STEPS = 500_000;

export interface RenderOptions {
  /** The result is not JSON, so nothing is escaped. */
  isText?: boolean | undefined;
  /** Makes one character of an inserted value safe. The result must be the same text in JSON. */
  safeCharacter?: ((character: string) => string) | undefined;
}

/** What is in reach: the present item and variables. */
interface Scope {
  item: Value;
  variables: Readonly<Record<string, Value>>;
}

export function renderTemplate(
  template: Template,
  data: Fields,
  options: RenderOptions = {},
): Result<string, TemplateError> {
  const rendered = renderOutput(template, data, options);
  return rendered.ok ? ok(rendered.value.text()) : rendered;
}

export function renderOutput(
  { source, nodes }: Template,
  data: Fields,
  { isText = false, safeCharacter }: RenderOptions,
): Result<Output, TemplateError> {
  const output = createOutput(!isText, safeCharacter);
  let steps = 0;
  const step = (at: number) => {
    if (++steps > MAX_STEPS) throw new Fault(at, 'The template does too much.');
  };

  function evaluate(expression: Expression, scope: Scope): Value {
    step(expression.at);
    if (expression.is === 'literal') return expression.value;
    if (expression.is === 'path') return lookUp(expression, scope, data);
    const { name, values, at } = expression;
    if (name === 'and' || name === 'or') return decided(name === 'or', values, scope);
    try {
      return functions.get(name)?.(...values.map((each) => evaluate(each, scope))) ?? '';
    } catch (error) {
      if (error instanceof Fault) throw error;
      throw new Fault(at, `${name} ${error instanceof Error ? error.message : 'failed'}.`);
    }
  }

  /** The first value that decides; those after it are not asked. */
  function decided(wanted: boolean, values: readonly Expression[], scope: Scope): Value {
    let last: Value = false;
    for (const each of values) {
      last = evaluate(each, scope);
      if (isTrue(last) === wanted) return last;
    }
    return last;
  }

  function run(list: readonly Node[], scope: Scope): void {
    for (const node of list) {
      step(node.at);
      if (node.is === 'text') output.literal(node.text, node.at);
      else if (node.is === 'insert') output.insert(evaluate(node.value, scope), node.at);
      else if (node.is === 'if') {
        const branch = node.branches.find(({ test }) => isTrue(evaluate(test, scope)));
        run(branch?.body ?? node.otherwise, scope);
      } else repeat(node, scope);
    }
  }

  function repeat({ over, names, body, otherwise, at }: Node & { is: 'range' }, scope: Scope): void {
    const list = evaluate(over, scope);
    const entries: [Value, Value][] = isList(list) ? [...list.entries()] : list instanceof Map ? [...list] : [];
    if (!isList(list) && !(list instanceof Map) && isTrue(list))
      throw new Fault(at, 'range needs a list, such as .Alerts.');
    if (entries.length === 0) run(otherwise, scope);
    const [first, second] = names;
    for (const [index, item] of entries) {
      step(at);
      const added = second ? { [first ?? '']: index, [second]: item } : first ? { [first]: item } : {};
      run(body, { item, variables: { ...scope.variables, ...added } });
    }
  }

  try {
    run(nodes, { item: data, variables: {} });
    return ok(output);
  } catch (error) {
    if (error instanceof Fault) return fail(errorAt(source, error.at, error.message));
    throw error;
  }
}

const isList = (value: Value): value is readonly Value[] => Array.isArray(value);
const isFields = (value: Value): value is Fields =>
  typeof value === 'object' &&
  value !== null &&
  !isList(value) &&
  !(value instanceof Map) &&
  !(value instanceof Printed) &&
  !(value instanceof Verbatim);

function lookUp({ base, names, at }: Expression & { is: 'path' }, { item, variables }: Scope, data: Fields): Value {
  let value: Value = base === '.' ? item : base === '$' ? data : '';
  if (base.length > 1) {
    const found = Object.hasOwn(variables, base) ? variables[base] : undefined;
    if (found === undefined) throw new Fault(at, `There is no variable ${base}.`);
    value = found;
  }
  for (const name of names) {
    if (value instanceof Map) value = value.get(name) ?? '';
    else if (isFields(value) && Object.hasOwn(value, name)) value = value[name] ?? '';
    else if (value !== '') throw new Fault(at, `There is no variable .${name} here.`);
  }
  return value;
}
