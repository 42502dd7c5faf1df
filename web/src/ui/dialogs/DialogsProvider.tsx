import { lazy, type ReactNode, Suspense, useMemo, useRef, useState } from 'react';
import { readCookie, writeCookie } from '../cookies.ts';
import type { AskedDialog } from './AskDialog.tsx';
import { type Dialogs, DialogsContext } from './confirm-context.ts';

/** One cookie holds the keys of all messages that somebody does not want to see again. */
const COOKIE = 'hide';
const YEARS = 10;

const hiddenKeys = (): string[] => (readCookie(COOKIE) ?? '').split('.').filter(Boolean);

/** Whether a message stays hidden. Browsers keep a cookie for 400 days at most, so one that is used is renewed. */
export function isHidden(key: string): boolean {
  const keys = hiddenKeys();
  if (!keys.includes(key)) return false;
  writeCookie(COOKIE, keys.join('.'), YEARS);
  return true;
}

/** Keeps a message (a key of letters, digits and dashes) from being shown again in this browser. */
export function hideMessage(key: string): void {
  if (!isHidden(key)) writeCookie(COOKIE, [...hiddenKeys(), key].join('.'), YEARS);
}

// A page that never asks does not load the dialog.
const AskDialog = lazy(() => import('./AskDialog.tsx'));

/** Makes `useConfirm` and `useInform` work below; one dialog at a time, further ones wait. */
export function DialogsProvider({ children }: { children: ReactNode }) {
  const [queue, setQueue] = useState<readonly AskedDialog[]>([]);
  const serial = useRef(0);
  const dialogs = useMemo<Dialogs>(() => {
    const ask = (dialog: Omit<AskedDialog, 'key' | 'answer'>) =>
      new Promise<boolean>((resolve) => {
        if (dialog.hideKey && isHidden(dialog.hideKey)) return resolve(true);
        serial.current += 1;
        const key = serial.current;
        const answer = (yes: boolean, hide: boolean) => {
          if (hide && yes && dialog.hideKey) hideMessage(dialog.hideKey);
          setQueue((waiting) => waiting.filter((each) => each.key !== key));
          resolve(yes);
        };
        setQueue((waiting) => [...waiting, { ...dialog, key, answer }]);
      });
    return {
      confirm: (request) => ask({ ...request, kind: 'confirm' }),
      inform: (request) => ask(request).then(() => undefined),
    };
  }, []);
  const [current] = queue;
  return (
    <DialogsContext value={dialogs}>
      {children}
      {current && (
        <Suspense fallback={null}>
          <AskDialog key={current.key} dialog={current} />
        </Suspense>
      )}
    </DialogsContext>
  );
}
