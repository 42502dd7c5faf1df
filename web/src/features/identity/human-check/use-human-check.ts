import { useEffect, useRef, useState } from 'react';
import type { HumanAnswer } from './solve-challenge.ts';

export type HumanState = 'idle' | 'working' | 'passed' | 'failed';

/** An answer this close to its end is not sent any more. */
const SPARE_MS = 30_000;

interface Run {
  controller: AbortController;
  answer: Promise<HumanAnswer | null>;
}

export interface HumanCheck {
  state: HumanState;
  /** Begins in the background, so that the answer is there when the form is sent. */
  begin(): void;
  /** The answer for the form, waiting for it when need be; null when there is none. */
  response(): Promise<string | null>;
  /** Forgets the answer: each counts once. */
  reset(): void;
}

/** The human check behind a form: a small piece of work that only many sign-ups at once would feel. */
export function useHumanCheck(): HumanCheck {
  const [state, setState] = useState<HumanState>('idle');
  const run = useRef<Run | null>(null);
  useEffect(() => () => run.current?.controller.abort(), []);

  function start(): Run {
    const controller = new AbortController();
    const answer = import('./solve-challenge.ts')
      .then(({ solveHumanCheck }) => solveHumanCheck(controller))
      .catch(() => null);
    const started = { controller, answer };
    run.current = started;
    setState('working');
    void answer.then((found) => {
      if (run.current !== started) return;
      setState(found ? 'passed' : 'failed');
      if (!found) run.current = null;
    });
    return started;
  }

  return {
    state,
    begin: () => void (run.current ?? start()),
    async response() {
      let found = await (run.current ?? start()).answer;
      if (found && found.expiresAt < Date.now() + SPARE_MS) found = await start().answer;
      return found?.response ?? null;
    },
    reset() {
      run.current?.controller.abort();
      run.current = null;
      setState('idle');
    },
  };
}
