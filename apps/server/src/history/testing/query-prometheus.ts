// The query API of Prometheus and of what is compatible with it.
import * as z from 'zod';

const Answer = z.object({
  data: z.object({
    result: z.array(z.object({ metric: z.record(z.string(), z.string()), value: z.tuple([z.number(), z.string()]) })),
  }),
});

/** The present value of each series that matches. `at`: epoch seconds. */
export const queryPrometheus =
  (port: number) =>
  async (query: string): Promise<{ metric: Record<string, string>; at: number; value: string }[]> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(query)}`);
    const { data } = Answer.parse(await answer.json());
    return data.result.map(({ metric, value: [at, value] }) => ({ metric, at, value }));
  };
