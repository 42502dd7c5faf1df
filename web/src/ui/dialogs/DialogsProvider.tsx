import { lazy, type ReactNode, Suspense, useMemo, useRef, useState } from 'react';
import type { AskedDialog } from './AskDialog.tsx';
import { type Dialogs, DialogsContext } from './confirm-context.ts';
import { hideMessage, isHidden } from './hidden-messages.ts';

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
