import { PAGES } from '@cusp/contract/pages';
import type { ScreenRoute } from '../../client/screen-route.ts';

export const routes: ScreenRoute[] = [
  {
    path: PAGES.dashboard,
    guard: 'user',
    screen: () => import('./DashboardScreen.tsx'),
    texts: ['cases', 'dashboard', 'dental', 'shell'],
    data: () => import('./first-numbers.ts'),
  },
  {
    path: PAGES.sampleCase,
    guard: 'user',
    screen: () => import('./SampleCaseScreen.tsx'),
    texts: ['cases', 'dashboard', 'dental'],
  },
];
