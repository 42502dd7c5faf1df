import type { CaseContent } from '@cusp/contract/cases';
import { openCase } from '@cusp/contract/cases.routes';
import { statusAfterOpening } from '@cusp/dental/case-status';
import { useDocumentVisibility } from '@mantine/hooks';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { call } from '../../../client/call.ts';
import { isAutomatic } from '../case-paths.ts';

/**
 * What a person has done with the case on the screen: nothing when the list chose it and nobody has touched it,
 * `looked` after scrolling in it, `opened` after choosing it or clicking in it.
 */
type Attention = 'none' | 'looked' | 'opened';

const LOOKS = ['wheel', 'pointerdown', 'keydown'] as const;

/** How much attention the case in the pane has had since it is shown. */
export function useAttention(pane: RefObject<HTMLElement | null>): Attention {
  const isChosen = !isAutomatic(useLocation().state);
  const [acted, setActed] = useState<Attention>('none');
  useEffect(() => {
    const box = pane.current;
    if (!box || isChosen || acted === 'opened') return;
    // Tab only passes through. Enter on something that can be pressed is a click.
    const looked = (event: Event) => {
      if (!(event instanceof KeyboardEvent && event.key === 'Tab')) setActed('looked');
    };
    // After the click's own handlers: a render before them would take a ticked checkbox back.
    const opened = () => setTimeout(() => setActed('opened'));
    for (const name of LOOKS) box.addEventListener(name, looked, { passive: true });
    box.addEventListener('click', opened);
    return () => {
      for (const name of LOOKS) box.removeEventListener(name, looked);
      box.removeEventListener('click', opened);
    };
  }, [pane, isChosen, acted]);
  return isChosen ? 'opened' : acted;
}

/** Tells the server, once for each time it is opened, that somebody opened a case which nobody of their side had opened. */
export function useOpening(dentalCase: CaseContent | undefined, attention: Attention): void {
  const { key } = useLocation();
  const told = useRef<string | null>(null);
  const isSeen = useDocumentVisibility() === 'visible';
  const id = dentalCase?.id;
  const isFirst =
    dentalCase !== undefined &&
    statusAfterOpening(dentalCase.usertype, dentalCase.status.code) !== dentalCase.status.code;
  const isOpened = isSeen && attention === 'opened' && id !== undefined;
  useEffect(() => {
    if (!isOpened || told.current === key) return;
    told.current = key;
    // Where it fails, the case stays open until somebody opens it again.
    if (isFirst) void call(openCase, { params: { id } }).catch(() => {});
  }, [isOpened, isFirst, id, key]);
}
