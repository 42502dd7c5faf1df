import { PAGES } from '@cusp/contract/pages';
import type { ScreenRoute } from '../../client/screen-route.ts';

export const routes: ScreenRoute[] = [
  { path: PAGES.account, guard: 'user', screen: () => import('./AccountScreen.tsx'), texts: ['shell'] },
];
