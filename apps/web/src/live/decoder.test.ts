import { expect, test } from 'vitest';
import { createDecoder, type DecodeAnswer, type FrameWorker } from './decoder.ts';
import type { Frame, Message } from './message.ts';

const large = (revision: number) =>
  deflate({
    type: 'delta',
    base: 1,
    revision,
    data: { lastUpdate: 1, note: Array.from({ length: 9000 }, Math.random) },
  });
const deflate = (message: object): Promise<ArrayBuffer> =>
  new Response(
    new Blob([JSON.stringify(message)]).stream().pipeThrough(new CompressionStream('deflate-raw')),
  ).arrayBuffer();

const answer = (worker: FrameWorker, data: Partial<Record<keyof DecodeAnswer, unknown>>) =>
  worker.onmessage?.({ data });

/** A worker that answers as `reply` says. `asked` are its frames. */
function setUp(reply: (worker: FrameWorker, frame: Frame) => void) {
  const asked: Frame[] = [];
  let started = 0;
  const into = createDecoder(() => {
    started++;
    const worker: FrameWorker = {
      onmessage: null,
      onerror: null,
      onmessageerror: null,
      postMessage(frame) {
        asked.push(frame);
        queueMicrotask(() => reply(worker, frame));
      },
      terminate() {},
    };
    return worker;
  });
  const decode = async (frame: Frame): Promise<Message | undefined> => {
    let found: Message | undefined;
    await into(frame, (message) => {
      found = message;
    });
    return found;
  };
  return { decode, into, asked, started: () => started };
}

test('the first large frame and small ones are decoded at once, later large ones by the worker', async () => {
  const { decode, asked, started } = setUp((worker) => answer(worker, { message: { type: 'pong', data: {} } }));
  expect(await decode('{"type":"ping"}')).toEqual({ type: 'ping' });
  expect(started()).toBe(0);
  expect(await decode(await large(1))).toMatchObject({ revision: 1 });
  expect(started()).toBe(1);
  expect(asked).toEqual([]);
  const second = await large(2);
  expect(await decode(second)).toMatchObject({ type: 'pong' });
  expect(asked).toEqual([second]);
  expect(await decode(await deflate({ type: 'ping' }))).toEqual({ type: 'ping' });
  expect(asked).toHaveLength(1);
  expect(started()).toBe(1);
});

test.each([
  ['has no message for a frame', (worker: FrameWorker) => answer(worker, {})],
  ['gives an answer that cannot be read', (worker: FrameWorker) => worker.onmessageerror?.()],
])('a worker that %s costs no message', async (_, reply) => {
  const { decode, asked } = setUp(reply);
  await decode(await large(1));
  expect(await decode(await large(2))).toMatchObject({ revision: 2 });
  expect(await decode(await large(3))).toMatchObject({ revision: 3 });
  expect(asked).toHaveLength(2);
});

test('frames of two connections at the same time get their own messages', async () => {
  const answers = [
    { type: 'pong', data: 1 },
    { type: 'pong', data: 2 },
  ];
  const { decode } = setUp((worker) => answer(worker, { message: answers.shift() }));
  await decode(await large(1));
  const [lost, current] = [await large(2), await large(3)];
  expect(await Promise.all([decode(lost), decode(current)])).toEqual([
    { type: 'pong', data: 1 },
    { type: 'pong', data: 2 },
  ]);
});

test('no message is lost when the worker cannot run: its frame and all later ones are decoded without it', async () => {
  const { decode, asked } = setUp((worker) => worker.onerror?.());
  await decode(await large(1));
  expect(await decode(await large(2))).toMatchObject({ revision: 2 });
  expect(await decode(await large(3))).toMatchObject({ revision: 3 });
  expect(asked).toHaveLength(1);
});

test('a message whose use fails is reported, and the next one is used', async () => {
  const { decode, into } = setUp((worker) => answer(worker, { message: { type: 'pong', data: {} } }));
  await decode(await large(1));
  const failing = into(await large(2), () => {
    throw new Error('a defect');
  });
  await expect(failing).rejects.toThrow('a defect');
  expect(await decode(await large(3))).toMatchObject({ type: 'pong' });
});
