import { useMantineColorScheme } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { appInfo } from '../../../brand/app-info.ts';
import type { Recaptcha } from './load-recaptcha.ts';
import type { HumanAnswer } from './solve-challenge.ts';

/** The human check by Google reCAPTCHA, for deployments with a site key; null without one. */
function useRecaptcha(siteKey: string | null): HumanCheck | null {
  const { i18n } = useTranslation();
  const { colorScheme } = useMantineColorScheme();
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const [state, setState] = useState<HumanState>('idle');
  const shown = useRef<{ api: Recaptcha; box: number } | null>(null);
  const looks = useRef({ language: i18n.language, dark: colorScheme === 'dark' });

  useEffect(() => {
    if (!siteKey || !place) return;
    let left = false;
    // reCAPTCHA can render only once per element.
    const own = place.appendChild(document.createElement('div'));
    const report = (next: HumanState) => () => {
      if (!left) setState(next);
    };
    const begun = import('./load-recaptcha.ts').then(({ loadRecaptcha }) =>
      loadRecaptcha(looks.current.language),
    );
    begun.then((api) => {
      if (left) return;
      const box = api.render(own, {
        sitekey: siteKey,
        theme: looks.current.dark ? 'dark' : 'light',
        callback: report('passed'),
        'expired-callback': report('idle'),
        'error-callback': report('failed'),
      });
      shown.current = { api, box };
    }, report('failed'));
    return () => {
      left = true;
      shown.current = null;
      own.remove();
    };
  }, [siteKey, place]);

  if (!siteKey) return null;
  return {
    state,
    place: setPlace,
    // Renders the box again after a failure to load.
    begin: () => setState((now) => (now === 'failed' ? 'idle' : now)),
    response: async () => shown.current?.api.getResponse(shown.current.box) || null,
    reset() {
      if (shown.current) shown.current.api.reset(shown.current.box);
      setState('idle');
    },
  };
}

type HumanState = 'idle' | 'working' | 'passed' | 'failed';

export interface HumanCheck {
  state: HumanState;
  /** A ref for the element of a visible check; null if the check is invisible. */
  place: ((element: HTMLElement | null) => void) | null;
  /** Starts in the background, so that the response is ready when the form is sent. */
  begin(): void;
  /** The response for the form, awaited if necessary; null on failure. */
  response(): Promise<string | null>;
  /** Drops the response, because each counts once. */
  reset(): void;
}

/** A response this close to its expiry is not sent any more. */
const SPARE_MS = 30_000;

interface Run {
  /** The site that asked; null for this one. */
  site: string | null;
  controller: AbortController;
  answer: Promise<HumanAnswer | null>;
}

/**
 * The human check of a form that is sent to a site (null for this one): our own, or Google's if the deployment has a
 * site key, which both regions then share.
 */
export function useHumanCheck(site: string | null): HumanCheck {
  const own = useProofOfWork(site);
  return useRecaptcha(appInfo().recaptcha_key) ?? own;
}

/** A small proof of work that is only noticeable for mass sign-ups. */
function useProofOfWork(site: string | null): HumanCheck {
  const [state, setState] = useState<HumanState>('idle');
  const run = useRef<Run | null>(null);
  useEffect(() => () => run.current?.controller.abort(), []);

  function start(): Run {
    run.current?.controller.abort();
    const controller = new AbortController();
    const answer = import('./solve-challenge.ts')
      .then(({ solveHumanCheck }) => solveHumanCheck(controller, site))
      .catch(() => null);
    const started = { site, controller, answer };
    run.current = started;
    setState('working');
    void answer.then((found) => {
      if (run.current !== started) return;
      setState(found ? 'passed' : 'failed');
      if (!found) run.current = null;
    });
    return started;
  }

  // A solution for one site is invalid at another.
  const current = () => (run.current?.site === site ? run.current : start());
  return {
    state,
    place: null,
    begin: () => void current(),
    async response() {
      let found = await current().answer;
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
