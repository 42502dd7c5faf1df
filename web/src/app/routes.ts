import type { PagePath } from '@cusp/contract/pages';
import { type ComponentType, lazy } from 'react';
import type { ScreenRoute } from '../client/screen-route.ts';

const features = import.meta.glob<ScreenRoute[]>('../features/*/*.routes.ts', {
  eager: true,
  import: 'routes',
});

export interface AppRoute extends ScreenRoute {
  Screen: ComponentType;
}

const screens = new Map<ScreenRoute['screen'], AppRoute['Screen']>();

/** Paths that lead to the same screen share its component, so that going from one to the other keeps it. */
function screenOf({ screen }: ScreenRoute): AppRoute['Screen'] {
  if ('atStart' in screen) return screen.atStart;
  const known = screens.get(screen) ?? lazy(screen);
  screens.set(screen, known);
  return known;
}

/** Every screen of every feature. */
export const ROUTES: readonly AppRoute[] = Object.values(features)
  .flat()
  .map((route) => ({ ...route, Screen: screenOf(route) }));

const built = new Set<PagePath>(ROUTES.map((route) => route.path));

/** Whether a page has a screen; the navigation links to no others. */
export const isBuilt = (path: PagePath): boolean => built.has(path);
