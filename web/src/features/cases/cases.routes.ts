import { PAGES } from '@cusp/contract/pages';
import type { ScreenRoute } from '../../client/screen-route.ts';

const screen = () => import('./CasesPage.tsx');
const data = () => import('./list/first-list.ts');
const texts = [
  'cases',
  'dental',
  'files',
  'handoff',
  'history',
  'orders',
  'production',
  'shipping',
  'scans',
  'sharing',
  'viewer',
  'visit',
  'statements',
] as const;

export const routes: ScreenRoute[] = [
  { path: PAGES.cases, guard: 'user', visitors: 'open', screen, texts, data },
  { path: PAGES.casesOne, guard: 'user', visitors: 'open', screen, texts, data },
  { path: PAGES.caseOne, guard: 'user', visitors: 'open', screen, texts, data },
];
