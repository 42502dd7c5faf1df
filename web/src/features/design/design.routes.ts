import { PAGES } from '@cusp/contract/pages';
import type { ScreenRoute } from '../../client/screen-route.ts';

/** For developers; the server answers 404 in production. Its texts are English only. */
export const routes: ScreenRoute[] = [
  { path: PAGES.devDesign, guard: 'open', screen: () => import('./DesignScreen.tsx'), texts: ['dental'] },
];
