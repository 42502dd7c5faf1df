import { useEffect, useRef, useState } from 'react';
import { appInfo } from '../../../brand/app-info.ts';
import type { HumanCheck, HumanState } from './human-check.types.ts';
import type { HumanAnswer } from './solve-challenge.ts';
import { useRecaptcha } from './use-recaptcha.ts';

/** An answer this close to its end is not sent any more. */
const SPARE_MS = 30_000;

interface Run {
  controller: AbortController;
  answer: Promise<HumanAnswer | null>;
}

/** The human check behind a form: our own, or Google's where the deployment has a key of theirs. */
export function useHumanCheck(): HumanCheck {
  const own = useProofOfWork();
  return useRecaptcha(appInfo().recaptcha_key) ?? own;
}

/** A small piece of work that only many sign-ups at once would feel. */
function useProofOfWork(): HumanCheck {
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
    place: null,
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
