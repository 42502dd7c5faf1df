import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { readPersonal, writePersonal } from '../../client/personal-storage.ts';
import { AUTO_COLLAPSE } from '../../client/small-screen.ts';
import { collapsedAtStart, PANEL } from './panel-choice.ts';

/**
 * Whether the left panel is collapsed. It follows the window's width whenever that crosses the limit; what
 * the person chooses in between holds until then, also over a reload.
 */
export function usePanel(): { collapsed: boolean; toggle(): void } {
  const narrow = useMediaQuery(AUTO_COLLAPSE, undefined, { getInitialValueInEffect: false });
  const [collapsed, setCollapsed] = useState(() => collapsedAtStart(readPersonal(PANEL), narrow));
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
