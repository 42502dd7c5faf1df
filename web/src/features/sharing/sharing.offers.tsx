import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { SharableCase } from './dialog/new-share.ts';

const ShareDialog = lazy(() => import('./dialog/ShareDialog.tsx'));

/** The dialog with the links of a case, and what opens it; its code loads when it opens first. */
export function useShareDialog(dentalCase: SharableCase): [dialog: ReactNode, open: () => void] {
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused');
  const dialog = state !== 'unused' && (
    <Suspense fallback={null}>
      <ShareDialog dentalCase={dentalCase} opened={state === 'open'} onClose={() => setState('closed')} />
    </Suspense>
  );
  return [dialog, () => setState('open')];
}
