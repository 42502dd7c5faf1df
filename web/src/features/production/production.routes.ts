import { PAGES } from '@cusp/contract/pages';
import type { ScreenRoute } from '../../client/screen-route.ts';

const texts = ['production', 'dental'] as const;

export const routes: ScreenRoute[] = [
  { path: PAGES.production, guard: 'user', screen: () => import('./PlanScreen.tsx'), texts },
  { path: PAGES.caseStep, guard: 'user', screen: () => import('./StepScreen.tsx'), texts: ['production'] },
];
