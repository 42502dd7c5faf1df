import { useMediaQuery } from '@mantine/hooks';

/** The desktop layout begins here; below is the mobile one. A printer’s page is narrow and lays nothing out anew. */
const DESKTOP = 'print, (min-width: 992px)';
/** The left panel collapses by itself at this width and below. */
export const AUTO_COLLAPSE = '(max-width: 1440px)';

export const isSmallScreen = (): boolean => !matchMedia(DESKTOP).matches;

/** Whether the mobile layout is shown. */
export const useSmallScreen = (): boolean =>
  !useMediaQuery(DESKTOP, undefined, { getInitialValueInEffect: false });
