import { VisuallyHidden } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useIsWaiting } from './part.tsx';

let focused: Element | null = null;
document.addEventListener('focusin', ({ target }) => {
  focused = target instanceof Element ? target : null;
});

/**
 * Moves a lost focus into the page: a button that led to another page is gone with its page. A page that has not had
 * the focus yet keeps its beginning, where the skip link is.
 */
function keepFocus(): void {
  const isLost = document.activeElement === document.body || document.activeElement === null;
  if (!isLost || focused === null || focused.isConnected) return;
  const main = document.querySelector('main');
  if (!main) return;
  main.tabIndex = -1;
  main.style.outline = 'none';
  main.focus({ preventScroll: true });
}

/**
 * Announces the title of each page that navigation leads to, which a browser only does for pages it loads itself, and
 * keeps the focus in the page.
 */
export function NavigationNotice() {
  const { pathname } = useLocation();
  const isWaiting = useIsWaiting();
  const [arrived, setArrived] = useState(pathname);
  const [text, setText] = useState('');
  useEffect(() => {
    if (isWaiting || arrived === pathname) return;
    // The page names itself in an effect of the same render, or in that of the data that it already has.
    const timer = setTimeout(() => {
      setArrived(pathname);
      setText(document.title);
      keepFocus();
    });
    return () => clearTimeout(timer);
  }, [arrived, pathname, isWaiting]);
  return <VisuallyHidden aria-live="polite">{text}</VisuallyHidden>;
}
