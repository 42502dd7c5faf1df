import { PAGES } from '@cusp/contract/pages';
import type { ScreenRoute } from '../../client/screen-route.ts';

const screen = () => import('./HelpScreen.tsx');

export const routes: ScreenRoute[] = [
  { path: PAGES.help, guard: 'open', screen, texts: ['help'] },
  { path: PAGES.helpArticle, guard: 'open', screen, texts: ['help'] },
];
