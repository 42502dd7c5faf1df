import type { SessionLimits } from '@cusp/contract/sign-in';
import { checkSession } from '@cusp/contract/sign-in.routes';
import { useCallback, useEffect, useState } from 'react';
import { CALLER } from '../area.ts';
import { call } from '../call.ts';
import { renewAccess } from './access.ts';
import { idleState } from './idle-limit.ts';
import { lastActivity, noteActivity, onActivityElsewhere } from './last-activity.ts';
import { signOutIdle } from './session.ts';

const ACTIVITY = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const;
/** Throttles heartbeats for activity without requests, such as turning a scan. */
const BEAT_MS = 30_000;
/** Browsers store a timer's delay in 32 bits and fire immediately if it is longer. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

/**
 * Ends the session of an idle browser; activity in any tab counts for all. Returns the milliseconds left while the
 * warning is shown, else null. During the warning only `stay` counts.
 */
export function useIdleLimit({ idle_minutes, ends_at }: SessionLimits) {
  const [leftMs, setLeftMs] = useState<number | null>(null);
  const asked = leftMs !== null;

  useEffect(() => {
    if (asked) return;
    noteActivity(true);
    const onUse = () => noteActivity();
    for (const name of ACTIVITY) addEventListener(name, onUse, { passive: true, capture: true });
    return () => {
      for (const name of ACTIVITY) removeEventListener(name, onUse, { capture: true });
    };
  }, [asked]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const check = () => {
      clearTimeout(timer);
      const state = idleState(lastActivity(), Date.now(), idle_minutes * 60_000);
      if (state.kind === 'over') return void signOutIdle();
      setLeftMs(state.kind === 'warned' ? state.leftMs : null);
      timer = setTimeout(check, Math.min(state.nextCheckMs, LONGEST_TIMEOUT_MS));
    };
    check();
    const stop = onActivityElsewhere(check);
    // Timers are late after the machine slept.
    document.addEventListener('visibilitychange', check);
    return () => {
      clearTimeout(timer);
      stop();
      document.removeEventListener('visibilitychange', check);
    };
  }, [idle_minutes]);

  useEffect(() => {
    let heard = Date.now();
    const beat = setInterval(() => {
      const isUsed = lastActivity() > heard;
      heard = Date.now();
      if (!isUsed) return;
      reportUse();
    }, BEAT_MS);
    let end: ReturnType<typeof setTimeout> | undefined;
    const waitForEnd = () => {
      const leftMs = Math.max(0, Date.parse(ends_at) - Date.now()) + 1000;
      const isLast = leftMs <= LONGEST_TIMEOUT_MS;
      end = setTimeout(isLast ? () => void renewAccess() : waitForEnd, Math.min(leftMs, LONGEST_TIMEOUT_MS));
    };
    waitForEnd();
    return () => {
      clearInterval(beat);
      clearTimeout(end);
    };
  }, [ends_at]);

  const stay = useCallback(() => {
    noteActivity(true);
    setLeftMs(null);
    reportUse();
  }, []);
  return { leftMs, stay };
}

/** Any successful call counts as use; errors are reported elsewhere. */
const reportUse = (): void => void call(checkSession, { query: CALLER }).catch(() => {});
