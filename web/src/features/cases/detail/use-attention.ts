import type { CaseContent } from '@cusp/contract/cases';
import { openCase } from '@cusp/contract/cases.routes';
import { statusAfterOpening } from '@cusp/dental/case-status';
import { useDocumentVisibility } from '@mantine/hooks';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { call } from '../../../client/call.ts';
import { isAutomatic } from '../case-paths.ts';

/**
 * How a person has interacted with the case on the screen: `none` if the list selected it without any interaction,
 * `looked` after scrolling in it, `opened` after choosing it or clicking in it.
 */
type Attention = 'none' | 'looked' | 'opened';

const LOOKS = ['wheel', 'pointerdown', 'keydown'] as const;

/** The person's interaction with the case in the pane since it is shown. */
export function useAttention(pane: RefObject<HTMLElement | null>): Attention {
  const isChosen = !isAutomatic(useLocation().state);
  const [acted, setActed] = useState<Attention>('none');
  useEffect(() => {
    const box = pane.current;
    if (!box || isChosen || acted === 'opened') return;
    // Tab only moves through, and Enter on a control fires a click.
    const looked = (event: Event) => {
      if (!(event instanceof KeyboardEvent && event.key === 'Tab')) setActed('looked');
    };
    // After the click's own handlers: rendering before them would revert a ticked checkbox.
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

/** Reports to the server, once per opening, that the person is the first of their side to open the case. */
export function useOpening(dentalCase: CaseContent | undefined, attention: Attention): void {
  const { key } = useLocation();
  const reported = useRef<string | null>(null);
  const isSeen = useDocumentVisibility() === 'visible';
  const id = dentalCase?.id;
  const isFirst =
    dentalCase !== undefined &&
    statusAfterOpening(dentalCase.usertype, dentalCase.status.code) !== dentalCase.status.code;
  const isOpened = isSeen && attention === 'opened' && id !== undefined;
  useEffect(() => {
    if (!isOpened || reported.current === key) return;
    reported.current = key;
    // If it fails, the case stays Open until it is opened again.
    if (isFirst) void call(openCase, { params: { id } }).catch(() => {});
  }, [isOpened, isFirst, id, key]);
}
