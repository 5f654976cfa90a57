import { expect, test } from 'vitest';
import { createBuilder } from './builder.ts';

function withStarter() {
  const sent: string[] = [];
  let say: (message: unknown) => void = () => {};
  const builder = createBuilder({
    send: (message) => sent.push(message),
    listen(heard) {
      say = heard;
    },
  });
  return { builder, sent, say: (message: unknown) => say(message) };
}

test('agents are built by what started Belfry, once at a time, and only if it can', () => {
  const { builder, sent, say } = withStarter();
  builder.build();
  expect([builder.state(), sent]).toEqual([undefined, []]);
  say('agents: possible');
  expect(builder.state()).toBe('possible');
  builder.build();
  builder.build();
  expect([builder.state(), sent]).toEqual(['running', ['agents: build']]);
  say('agents: failed');
  expect(builder.state()).toBe('failed');
  builder.build();
  say('agents: built');
  expect([builder.state(), sent.length]).toEqual(['possible', 2]);
});

test('without a starter, and with one that says something else, nothing can be built', () => {
  expect(createBuilder(undefined).state()).toBeUndefined();
  const { builder, say } = withStarter();
  for (const message of [null, 5, 'hello', {}]) say(message);
  expect(builder.state()).toBeUndefined();
});
