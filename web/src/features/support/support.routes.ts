import { PAGES } from '@cusp/contract/pages';
import type { ScreenRoute } from '../../client/screen-route.ts';

export const routes: ScreenRoute[] = [
  {
    path: PAGES.support,
    guard: 'open',
    screen: () => import('./BeginSupportScreen.tsx'),
    texts: ['support'],
  },
];
