import { PAGES } from '@cusp/contract/pages';
import type { ScreenRoute } from '../../client/screen-route.ts';

const screen = () => import('./CasesPage.tsx');

export const routes: ScreenRoute[] = [
  { path: PAGES.cases, guard: 'user', screen },
  { path: PAGES.casesOne, guard: 'user', screen },
  { path: PAGES.caseOne, guard: 'user', screen },
];
