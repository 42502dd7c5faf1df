import { PAGES } from '@cusp/contract/pages';
import type { ScreenRoute } from '../../client/screen-route.ts';

export const routes: ScreenRoute[] = [
  {
    path: PAGES.handoff,
    guard: 'open',
    screen: () => import('./page/HandoffScreen.tsx'),
    texts: ['handoff', 'cases', 'dental'],
  },
];
