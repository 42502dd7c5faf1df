import { corners } from './corners.ts';
import { deviation } from './deviation.ts';
import { distances } from './distances.ts';
import { geodesic } from './geodesic.ts';
import type { LongTask } from './long-task.ts';
import { nearest } from './nearest.ts';
import { occluded } from './occluded.ts';
import { patches } from './patches.ts';
import { pick } from './pick.ts';
import type { ScanId } from './places.ts';
import type { Question, Questions, SurfaceReply, SurfaceRequest } from './questions.ts';
import { section } from './section.ts';
import { snap } from './snap.ts';
import { type Surface, surfaceOf } from './surface.ts';
import { thickness } from './thickness.ts';
import { undercut } from './undercut.ts';

type Answer<Q extends Question> = (
  surfaces: ReadonlyMap<ScanId, Surface>,
  ask: Questions[Q]['ask'],
  task: LongTask,
) => Questions[Q]['answer'] | Promise<Questions[Q]['answer']>;

/** The function that answers each question. */
const answers: { [Q in Question]: Answer<Q> } = {
  pick,
  occluded,
  nearest,
  snap,
  geodesic,
  thickness,
  section,
  distances,
  patches,
  deviation,
  undercut,
  corners,
};

/** Milliseconds after which a long query yields to others. */
const longestStep = 12;

const surfaces = new Map<ScanId, Surface>();
const cancelled = new Set<number>();

addEventListener('message', ({ data }: MessageEvent<SurfaceRequest>) => {
  if ('keep' in data) surfaces.set(data.keep, surfaceOf(data.keep, data.positions, data.indices));
  else if ('drop' in data) surfaces.delete(data.drop);
  else if ('cancel' in data) cancelled.add(data.cancel);
  else void answer(data.ticket, data.question, data.ask);
});

async function answer<Q extends Question>(ticket: number, question: Q, ask: Questions[Q]['ask']) {
  try {
    const found = await answers[question](surfaces, ask, longTaskOf(ticket));
    if (!cancelled.has(ticket)) reply({ ticket, answer: found }, buffersIn(found));
  } catch (error) {
    if (!cancelled.has(ticket)) reply({ ticket, failure: String(error) }, []);
  } finally {
    cancelled.delete(ticket);
  }
}

function longTaskOf(ticket: number): LongTask {
  let began = performance.now();
  return {
    progress: (progress) => reply({ ticket, progress }, []),
    async yieldToEventLoop() {
      if (performance.now() - began < longestStep) return;
      await new Promise((resolve) => setTimeout(resolve));
      if (cancelled.has(ticket)) throw new Error('cancelled');
      began = performance.now();
    },
  };
}

/** The buffers of an answer, which are transferred instead of copied. */
function buffersIn(found: unknown): Transferable[] {
  if (typeof found !== 'object' || found === null) return [];
  const arrays = Object.values(found).filter((value) => ArrayBuffer.isView(value));
  return [...new Set(arrays.map(({ buffer }) => buffer as ArrayBuffer))];
}

function reply(message: SurfaceReply, transfer: Transferable[]): void {
  postMessage(message, { transfer });
}
