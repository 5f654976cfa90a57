// A long question in pieces. Prometheus reads every sample of a range, so a year of a few values is more than it answers in time.
import { SAMPLE_MS } from '../tiers.ts';
import type { Ask, Row } from './ask.ts';

/** Epoch ms: the times that an answer has values for. */
export interface Times {
  readonly from: number;
  readonly to: number;
  readonly stepMs: number;
}

/** Prometheus reads about two million in a second. */
const SAMPLES_AT_ONCE = 4_000_000;
/** An engine has several processors, and others who ask. */
const QUESTIONS_AT_ONCE = 2;

/**
 * `series`: how many of them the question reads, each once, with a value every `sampleMs`. The pieces begin at the same moments for every question of this size, so that
 * their answers can be kept.
 */
export function piecesOf({ from, to, stepMs }: Times, series: number, sampleMs: number = SAMPLE_MS): Times[] {
  const stepsAtOnce = Math.max(1, Math.floor((SAMPLES_AT_ONCE * sampleMs) / (Math.max(1, series) * stepMs)));
  const lengthMs = stepsAtOnce * stepMs;
  const phase = from % stepMs;
  const pieces: Times[] = [];
  for (let at = from; at <= to; ) {
    const next = (Math.floor((at - phase) / lengthMs) + 1) * lengthMs + phase;
    pieces.push({ from: at, to: Math.min(to, next - stepMs), stepMs });
    at = next;
  }
  return pieces;
}

/** The rows of all pieces. One that fails ends the others. */
export async function askInPieces(range: Ask['range'], question: string, pieces: readonly Times[]): Promise<Row[]> {
  const left = [...pieces];
  const rows: Row[] = [];
  const askNext = async (): Promise<void> => {
    for (let piece = left.shift(); piece; piece = left.shift()) {
      try {
        rows.push(...(await range(question, piece)));
      } catch (error) {
        left.length = 0;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: QUESTIONS_AT_ONCE }, askNext));
  return rows;
}

/** Keeps the answers about times that are long over, up to this many points in all. */
const POINTS_KEPT = 100_000;

export function createKeptAnswers() {
  const kept = new Map<string, { rows: Row[]; size: number }>();
  let size = 0;
  const drop = (key: string) => {
    size -= kept.get(key)?.size ?? 0;
    kept.delete(key);
  };
  /** As the newest. The oldest go. */
  const keep = (key: string, rows: Row[]) => {
    drop(key);
    const answer = { rows, size: 1 + rows.reduce((sum, { points }) => sum + points.length, 0) };
    kept.set(key, answer);
    size += answer.size;
    for (const oldest of kept.keys()) {
      if (size <= POINTS_KEPT) break;
      drop(oldest);
    }
  };
  return {
    /** Asks only what it does not know. What ends before `finalAt` (epoch ms) does not change any more. */
    keeping:
      (range: Ask['range'], finalAt: number): Ask['range'] =>
      async (question, times, ...more) => {
        const key = `${times.from} ${times.to} ${times.stepMs} ${question}`;
        const rows = kept.get(key)?.rows ?? (await range(question, times, ...more));
        if (times.to < finalAt) keep(key, rows);
        return rows;
      },
    clear() {
      kept.clear();
      size = 0;
    },
  };
}
