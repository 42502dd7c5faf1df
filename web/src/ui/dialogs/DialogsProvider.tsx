import { lazy, type ReactNode, Suspense, useMemo, useRef, useState } from 'react';
import { readCookie, writeCookie } from '../cookies.ts';
import type { AskedDialog } from './AskDialog.tsx';
import { type Dialogs, DialogsContext } from './confirm-context.ts';

/** One cookie holds the keys of all hidden messages. */
const COOKIE = 'hide';
const YEARS = 10;

const hiddenKeys = (): string[] => (readCookie(COOKIE) ?? '').split('.').filter(Boolean);

/** Whether a message is hidden. Browsers keep a cookie for 400 days at most, so each check renews it. */
export function isHidden(key: string): boolean {
  const keys = hiddenKeys();
  if (!keys.includes(key)) return false;
  writeCookie(COOKIE, keys.join('.'), YEARS);
  return true;
}

/** Hides a message in this browser. Its key has letters, digits and dashes only. */
export function hideMessage(key: string): void {
  if (!isHidden(key)) writeCookie(COOKIE, [...hiddenKeys(), key].join('.'), YEARS);
}

// Loaded with the first dialog.
const AskDialog = lazy(() => import('./AskDialog.tsx'));

/** Provides `useConfirm` and `useInform`; one dialog at a time, further ones queue, urgent ones first. */
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
          if (hide && (yes || dialog.kind !== 'confirm') && dialog.hideKey) hideMessage(dialog.hideKey);
          setQueue((waiting) => waiting.filter((each) => each.key !== key));
          resolve(yes);
        };
        const asked = { ...dialog, key, answer };
        setQueue((waiting) => (dialog.isUrgent ? [asked, ...waiting] : [...waiting, asked]));
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
