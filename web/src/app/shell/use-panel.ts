import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { AUTO_COLLAPSE } from '../../client/small-screen.ts';

/**
 * Whether the left panel is collapsed. It follows the window's width whenever that crosses the limit; what
 * the person chooses in between holds until then.
 */
export function usePanel(): { collapsed: boolean; toggle(): void } {
  const narrow = useMediaQuery(AUTO_COLLAPSE, undefined, { getInitialValueInEffect: false });
  const [collapsed, setCollapsed] = useState(narrow);
  useEffect(() => setCollapsed(narrow), [narrow]);
  return { collapsed, toggle: () => setCollapsed((now) => !now) };
}
