import { PAGES } from '@cusp/contract/pages';
import type { ScreenRoute } from '../../client/screen-route.ts';

const screen = () => import('./NewCaseScreen.tsx');

export const routes: ScreenRoute[] = [
  { path: PAGES.newCase, guard: 'user', screen },
  { path: PAGES.draft, guard: 'user', screen },
];
