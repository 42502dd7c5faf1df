import { useEffect, useState } from 'react';

/** Gives the focus back to what opened a dialog that came to be open; of later openings Mantine knows itself. */
export function useFirstFocusReturn(opened: boolean): void {
  const [opener, setOpener] = useState(() => (opened ? document.activeElement : null));
  useEffect(() => {
    if (opened || !(opener instanceof HTMLElement)) return;
    setOpener(null);
    const isLost = () => document.activeElement === null || document.activeElement === document.body;
    const inDialog = () => document.activeElement?.closest('[role="dialog"]') !== null;
    if (isLost() || inDialog()) opener.focus({ preventScroll: true });
  }, [opened, opener]);
}
