import { PAGES } from '@cusp/contract/pages';
import type { ScreenRoute } from '../../client/screen-route.ts';

const screen = () => import('./CasesPage.tsx');
const texts = [
  'cases',
  'dental',
  'files',
  'handoff',
  'history',
  'orders',
  'scans',
  'sharing',
  'viewer',
  'visit',
] as const;

export const routes: ScreenRoute[] = [
  { path: PAGES.cases, guard: 'user', visitors: 'open', screen, texts },
  { path: PAGES.casesOne, guard: 'user', visitors: 'open', screen, texts },
  { path: PAGES.caseOne, guard: 'user', visitors: 'open', screen, texts },
];
