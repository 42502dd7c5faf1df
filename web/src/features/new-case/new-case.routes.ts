import { PAGES } from '@cusp/contract/pages';
import type { ScreenRoute } from '../../client/screen-route.ts';

const screen = () => import('./NewCaseScreen.tsx');
const edit = () => import('./edit/EditOrderScreen.tsx');
const texts = ['new-case', 'dental', 'devices', 'files', 'profile', 'scans', 'templates', 'viewer'] as const;

export const routes: ScreenRoute[] = [
  { path: PAGES.newCase, guard: 'user', screen, texts },
  { path: PAGES.draft, guard: 'user', screen, texts },
  {
    path: PAGES.orderEdit,
    guard: 'user',
    screen: edit,
    texts: ['dental', 'new-case', 'orders'],
  },
];
