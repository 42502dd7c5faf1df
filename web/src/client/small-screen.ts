import { useMediaQuery } from '@mantine/hooks';

/** The desktop layout starts at this width. Print counts as desktop, so that a narrow paper page keeps the layout. */
const DESKTOP = 'print, (min-width: 992px)';
/** The left panel collapses automatically up to this width. */
export const AUTO_COLLAPSE = '(max-width: 1440px)';

export const isSmallScreen = (): boolean => !matchMedia(DESKTOP).matches;

/** Whether the mobile layout is shown. */
export const useSmallScreen = (): boolean =>
  !useMediaQuery(DESKTOP, undefined, { getInitialValueInEffect: false });
