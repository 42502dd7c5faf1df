import { PAGES } from '@cusp/contract/pages';
import type { ScreenRoute } from '../../client/screen-route.ts';

export const routes: ScreenRoute[] = [
  {
    path: PAGES.shareCase,
    guard: 'open',
    screen: () => import('./page/SharedCaseScreen.tsx'),
    texts: ['sharing', 'cases', 'dental', 'files', 'scans', 'viewer'],
  },
];
