import { useMantineColorScheme } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HumanCheck, HumanState } from './human-check.types.ts';
import { loadRecaptcha, type Recaptcha } from './recaptcha.ts';

/** The human check by Google's box, for deployments with a key of theirs; null without one. */
export function useRecaptcha(siteKey: string | null): HumanCheck | null {
  const { i18n } = useTranslation();
  const { colorScheme } = useMantineColorScheme();
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const [state, setState] = useState<HumanState>('idle');
  const shown = useRef<{ api: Recaptcha; box: number } | null>(null);
  const looks = useRef({ language: i18n.language, dark: colorScheme === 'dark' });

  useEffect(() => {
    if (!siteKey || !place) return;
    let left = false;
    // An element takes one box only.
    const own = place.appendChild(document.createElement('div'));
    const tell = (next: HumanState) => () => {
      if (!left) setState(next);
    };
    loadRecaptcha(looks.current.language).then((api) => {
      if (left) return;
      const box = api.render(own, {
        sitekey: siteKey,
        theme: looks.current.dark ? 'dark' : 'light',
        callback: tell('passed'),
        'expired-callback': tell('idle'),
        'error-callback': tell('failed'),
      });
      shown.current = { api, box };
    }, tell('failed'));
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
    // The box comes back into the page, and is loaded anew.
    begin: () => setState((now) => (now === 'failed' ? 'idle' : now)),
    response: async () => shown.current?.api.getResponse(shown.current.box) || null,
    reset() {
      if (shown.current) shown.current.api.reset(shown.current.box);
      setState('idle');
    },
  };
}
