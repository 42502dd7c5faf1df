import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { readPersonal, writePersonal } from '../../client/personal-storage.ts';
import { AUTO_COLLAPSE } from '../../client/small-screen.ts';

/** Storage key of the choice; personal storage is cleared at sign-out. */
const PANEL = 'panel';

/** Whether the panel starts collapsed: as chosen in a window of this width class, else by the width alone. */
export function collapsedAtStart(kept: unknown, narrow: boolean): boolean {
  if (typeof kept !== 'object' || kept === null) return narrow;
  if (!('narrow' in kept && 'collapsed' in kept) || kept.narrow !== narrow) return narrow;
  return kept.collapsed === true;
}

/** The same for this browser and window. */
export const isPanelCollapsed = (narrow = matchMedia(AUTO_COLLAPSE).matches): boolean =>
  collapsedAtStart(readPersonal(PANEL), narrow);

/**
 * Whether the left panel is collapsed. It follows the window's width when that crosses the breakpoint; a
 * choice in between holds until then, also over a reload.
 */
export function usePanel(): { collapsed: boolean; toggle(): void } {
  const narrow = useMediaQuery(AUTO_COLLAPSE, undefined, { getInitialValueInEffect: false });
  const [collapsed, setCollapsed] = useState(() => isPanelCollapsed(narrow));
  const before = useRef(narrow);
  useEffect(() => {
    if (before.current === narrow) return;
    before.current = narrow;
    setCollapsed(narrow);
    writePersonal(PANEL, null);
  }, [narrow]);
  const toggle = () => {
    setCollapsed(!collapsed);
    writePersonal(PANEL, { narrow, collapsed: !collapsed });
  };
  return { collapsed, toggle };
}
