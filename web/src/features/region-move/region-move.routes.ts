import { PAGES } from '@cusp/contract/pages';
import type { ScreenRoute } from '../../client/screen-route.ts';

export const routes: ScreenRoute[] = [
  {
    path: PAGES.dataRegion,
    guard: 'user',
    screen: () => import('./DataRegionScreen.tsx'),
    texts: ['profile', 'region-move', 'security'],
  },
];
