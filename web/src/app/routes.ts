import type { PagePath } from '@cusp/contract/pages';
import type { ScreenRoute } from '../client/screen-route.ts';
import { bundledPart, type Part, partOf } from './part.tsx';

const features = import.meta.glob<ScreenRoute[]>('../features/*/*.routes.ts', {
  eager: true,
  import: 'routes',
});

export type AppRoute = ScreenRoute & { part: Part };

const parts = new Map<ScreenRoute['screen'], Part>();

/** Paths of the same screen share its component, so that navigating between them does not remount it. */
function partOfScreen({ screen, texts, data }: ScreenRoute): Part {
  const part =
    parts.get(screen) ?? ('atStart' in screen ? bundledPart(screen.atStart) : partOf(screen, texts, data));
  parts.set(screen, part);
  return part;
}

export const ROUTES: readonly AppRoute[] = Object.values(features)
  .flat()
  .map((route) => ({ ...route, part: partOfScreen(route) }));

const built = new Set<PagePath>(ROUTES.map((route) => route.path));

/** Every page of the administration that has a screen. */
export const ADMIN_ROUTES = ROUTES.filter((route) => route.guard === 'staff');

/** Whether a page has a screen; the navigation only links to those. */
export const isBuilt = (path: PagePath): boolean => built.has(path);
